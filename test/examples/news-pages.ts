// Parts of newspaper pages, written for these tests: two articles, prose with many stop words, and the
// furniture of two papers, with few. All four are about equally long, so a page is half one and half the other.

export const ferry = `
The last ferry of the season left the harbour at Ravensholm on Sunday evening with only eleven passengers on
board, and for most of them it was not a journey that they had planned to make. The company that runs the
service had told the islanders in the spring that it would sail until the end of October, but the engine of
the older of its two boats failed in August, and since then there has been only one crossing a day, when the
weather would let it.

"We were told that it was a matter of weeks, and then we were told nothing at all," said Marit Oldham, who
has kept the shop beside the pier for more than thirty years. She said that she had ordered flour and lamp
oil for the winter because she could not be sure that anything would come before the spring. Her neighbours,
she added, had done the same.

The council met on Monday to talk about what could be done. Some of its members want to hire a boat from the
mainland until the repairs are finished, and others say that the money would be better spent on a new
engine. Both sides agree that the island cannot be left as it is: the doctor comes over twice a month, the
school needs its teachers, and the lambs that were to be sold at the autumn market are still in the fields
above the bay.

A spokesman for the company said in a letter that it was sorry for the trouble and that the part it was
waiting for had been sent to the wrong port. He would not say when the boat might be back in the water. For
now there is a fishing boat that takes the post and, if there is room on the deck, whoever is in a hurry and
does not mind the spray.
`

export const observatory = `
When the trustees of the observatory on Calder Hill opened the dome to visitors in the summer, they hoped
that a few hundred people would climb the path to look through a telescope that is older than the railway.
By the first week of September they had counted nearly nine thousand, and the warden has had to ask a farmer
if he could use one of his meadows as a place for the cars to stand.

It is not hard to see why they come. The great lens was ground by hand in a cellar of the town, and it was
carried up the hill on a sledge because nobody would trust it to a cart. On a clear night it shows the rings
of Saturn so sharply that children have asked whether there is a picture glued to the end of the tube. There
is not, but the guides have learned to let them walk round and look for themselves.

The money from the tickets will go to the roof, which lets in the rain on the side that faces the sea, and
to a flat for a student who is to live there and keep the records. Those records are what the astronomers
care about most. They were begun in the year after the comet and have been kept on every night that was
fine, by a line of teachers, clerks and one baker who did not want to sleep, and there is hardly a series in
the country that is as long.

Next year the trustees would like to open in the winter as well, when the nights are long and the sky is at
its best, if they can find a way to keep the path free of ice. Until then the dome will be shut from the end
of the month, and the telescope will be wrapped in its blankets as it has been each autumn since before
anyone here was born.
`

export const herald = `
Ravensholm Herald | Home | Local | Sport | Weather | Obituaries | Classifieds | Subscribe | Log in
Breaking: Harbour bridge closed tonight | Budget vote delayed | Quarry fire contained | Rovers sign
goalkeeper
Advertisement: Brightwater Kitchens autumn sale, 40% off oak worktops, free fitting, showroom Mill Lane
Most read: 1. Lottery winner found | 2. Bakery chain shuts seven shops | 3. Dog rescued from cliff path | 4.
Quiz: name seven lighthouses | 5. Recipe: pumpkin soup, sage butter
Sponsored: Refinance today, rates below 3.1%, no arrangement fee. Hearing aids, trial period sixty days,
call 0555 0142.
Winter tyres fitted while you wait, Kessler Motors, Dock Road.
Related links: Timetables | Tide tables | Marine forecast | Harbour webcam | Council minutes | Planning
notices
Share: Facebook | Twitter | WhatsApp | Email | Print | Save article | Report error
Jobs: Night nurse, Saint Brendan Hospital | Welder, Norbrook Shipyard | Primary teacher, Eastfield School |
Bus driver
Property: Two-bedroom cottage, sea view, 185,000 | Studio flat, Queen Street, 640 monthly | Farmhouse, nine
acres, auction 14 November
At the cinema: Glass Mountain 18:15, 20:45 | Paper Tigers 17:30
Get our newsletter: the morning briefing, sport digest. Enter email address. Unsubscribe at any time.
Photo gallery: Carnival floats 2023 | Storm damage, Pier Street | School prizegiving | Regatta winners
Contact newsroom 0555 0199 | Advertise | Privacy policy | Cookie settings | Terms and conditions of use |
Accessibility | Archive
Copyright Ravensholm Herald Limited, registered office Customs House, Quay Street
`

export const courier = `
CALDER COURIER online edition. Sections: News, Politics, Business, Farming, Culture, Opinion, Letters,
Video, Podcasts
Sign up for free! Premium membership half price, cancel whenever you like
Trending topics: #elections #heatwave #railstrike #cupfinal #harvest
Editor's picks: Five walks near reservoirs; Interview: mountain rescue chief; What bees like about slate
roofs; Review: Mozart, village hall, four stars
Advertisement. Lindqvist Opticians: varifocals, second pair free, book eye test online. Dunmore Garden
Center: spring bulbs, three bags, ten pounds. Solar panels installed, government grant, free survey, phone
Heliotek 0777 4410
Live scores: United 2 Athletic 2; Wanderers 0 Albion 1; Cricket: Yorkshire 312-7, stumps, day two
Markets: FTSE 7,412 down 0.4%; Gold 1,988; Wheat futures 214; Pound 1.17 euro
Partner content: Luxury river cruises, Danube, eight nights, balcony cabin, departures May, June.
Stairlifts, rental. Cash paid, vintage watches, house clearances, Barlow Brothers
Previous story: Vicar cycles to the end of Norway. Next story: Cheese thief jailed
Events calendar: Farmers market, Saturday 9am, Corn Exchange; Blood donor session, Tuesday; Jazz quartet,
Station Hotel, tickets twelve pounds; Steam fair, Long Meadow
Download apps: iPhone, Android, Kindle. Follow: Instagram, YouTube, Mastodon, RSS feed
Meet singles in your area. Horoscopes: Libra, Scorpio, Virgo
Customer service, Monday-Friday, 08:30-17:00. How to complain. Syndication. Sitemap.
Published weekly, Calder Media Group plc, Foundry Yard. Reproduction forbidden without written consent. ISSN
0262-4079
`
