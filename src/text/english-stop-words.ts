// Made by tools/make-stop-word-lists.js from the stopword package (MIT license); do not edit.

/** The most common English words, lower-cased. They have their own file, so that programs can do without the other languages. */
export const ENGLISH_STOP_WORDS =
  'a about after all also am an and another any are as at be because been before being between both but by came can come could did do each for from get got had has have he her here him himself his how i if in into is it like make many me might more most much must my never now of on only or other our out over said same should since some still such take than that the their them then there these they this those through to too under up very was way we well were what where which while who with would you your'
