// @ts-check
// Texts written by hand: notices of a line or two, an empty text, and articles in German and Greek. If an article has
// `copy`, another paper prints the same text with these words replaced.

/**
 * @typedef {object} ByHand
 * @property {string} slug
 * @property {string} source
 * @property {string} date
 * @property {string} title
 * @property {string} text
 * @property {readonly (readonly [string, string])[]} [copy]
 */

const GERMAN = `Am Dienstagabend hat der Gemeinderat von Moorbrück beschlossen, die alte Holzbrücke über die Selke nicht abzureißen. Zwölf Mitglieder stimmten dafür, fünf dagegen, und eine Stadträtin enthielt sich, weil ihr Bruder das Sägewerk nebenan betreibt.

Die Brücke stammt aus dem Jahr 1871 und trägt seit dem Hochwasser im vorletzten Winter nur noch Fußgänger. Ein Gutachten hatte ergeben, dass drei der sieben Pfeiler morsch sind. Die Sanierung soll rund 840.000 Euro kosten, ein Neubau aus Stahl wäre um ein Drittel billiger gewesen.

„Man kann eine Brücke nicht nur nach Tonnen bewerten“, sagte Bürgermeisterin Almut Reßler nach der Sitzung. „Auf dieser haben sich die halben Großeltern des Ortes kennengelernt.“ Der Fährmann Ole Brandhuber, der den Streit von Anfang an verfolgt hat, nannte den Beschluss dagegen teuer erkaufte Romantik.

Die Arbeiten beginnen im Herbst, sobald die Eisvögel ihre Brut verlassen haben. Bis dahin bleibt der Umweg über die Mühle ausgeschildert. Ein Verein sammelt Spenden und verkauft die ausgemusterten Bohlen als Gartenbänke.`

const GREEK = `Μετά από έξι χρόνια σιωπής, το παλιό ρολόι στο λιμάνι της Αλμυρόπετρας χτύπησε ξανά το μεσημέρι της Κυριακής. Δεκάδες κάτοικοι είχαν μαζευτεί στην προκυμαία, και όταν ακούστηκε η πρώτη καμπάνα πολλοί χειροκρότησαν σαν να έβλεπαν παράσταση.

Τον μηχανισμό επισκεύασε ο ωρολογοποιός Στέργιος Καλαμάρης, ογδόντα δύο ετών, μαζί με τέσσερις μαθητές του τεχνικού λυκείου. Τα γρανάζια είχαν σκουριάσει από την αλμύρα, ενώ ένα ζευγάρι γλάροι είχε χτίσει τη φωλιά του πίσω από τους δείκτες.

«Δεν θέλαμε να το αλλάξουμε με ηλεκτρικό», είπε η δήμαρχος Ευανθία Ροδινού. «Ένα ρολόι που χρειάζεται άνθρωπο για να το κουρδίζει κρατά και τον άνθρωπο ξύπνιο.» Οι ψαράδες του νησιού, που τόσα χρόνια μετρούσαν την ώρα με το καράβι της γραμμής, λένε πως τώρα δεν έχουν πια δικαιολογία.

Η επισκευή κόστισε λιγότερο από όσο υπολόγιζε ο δήμος, και τα χρήματα που περίσσεψαν θα δοθούν για τα σκαλιά του φάρου. Το ρολόι θα χτυπά κάθε ώρα από τις επτά το πρωί ως τις δέκα το βράδυ.`

/** @type {readonly ByHand[]} */
export const BY_HAND = [
  {
    slug: 'holzbruecke',
    source: 'selketal-bote',
    date: '2025-04-10',
    title: 'Moorbrück behält seine Holzbrücke',
    text: GERMAN,
    copy: [
      ['Am Dienstagabend hat der Gemeinderat von Moorbrück', 'Der Gemeinderat von Moorbrück hat am Dienstag'],
      ['rund 840.000 Euro', 'etwa 840.000 Euro'],
      [' Ein Verein sammelt Spenden und verkauft die ausgemusterten Bohlen als Gartenbänke.', ''],
    ],
  },
  {
    slug: 'roloi-limani',
    source: 'nisiotiki-foni',
    date: '2025-05-20',
    title: 'Το ρολόι του λιμανιού χτυπά ξανά',
    text: GREEK,
    copy: [
      ['Δεκάδες κάτοικοι', 'Πολλοί κάτοικοι'],
      ['ογδόντα δύο ετών', '82 ετών'],
      ['και τα χρήματα που περίσσεψαν', 'και όσα χρήματα περίσσεψαν'],
    ],
  },
  {
    slug: 'notice',
    source: 'county-ledger',
    date: '2025-02-03',
    title: 'Road closed',
    text: 'Mill Lane, Penmoor, is closed from Monday to Friday for repairs to the water main.',
    copy: [['Monday to Friday', 'Monday until Friday']],
  },
  {
    slug: 'notice',
    source: 'county-ledger',
    date: '2025-02-17',
    title: 'Road closed',
    text: 'Foundry Lane, Ashlock, is closed from Tuesday to Thursday for repairs to the gas main.',
  },
  {
    slug: 'notice',
    source: 'estuary-herald',
    date: '2025-03-05',
    title: 'Trains',
    text: 'No trains this Sunday.',
    copy: [],
  },
  {
    slug: 'notice',
    source: 'moorland-post',
    date: '2025-03-19',
    title: 'Lost',
    text: 'Grey parrot, answers to Admiral, last seen on the roof of the Corn Hall. Reward.',
  },
  {
    slug: 'notice',
    source: 'valley-echo',
    date: '2025-04-02',
    title: 'Thanks',
    text: 'The family of the late ferryman thank all who came, wrote or sang.',
  },
  { slug: 'notice', source: 'free-observer', date: '2025-06-11', title: 'Crossword', text: 'See page 31.' },
  { slug: 'notice', source: 'evening-lantern', date: '2025-05-08', title: 'Picture of the day', text: '' },
]
