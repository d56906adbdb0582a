// The package carries no types; these are the lists that make-stop-word-lists.js reads.
declare module 'stopword' {
  type List = readonly string[]
  export const ces: List,
    dan: List,
    deu: List,
    eng: List,
    fin: List,
    fra: List,
    hun: List,
    ita: List,
    nld: List
  export const nob: List, pol: List, por: List, ron: List, rus: List, spa: List, swe: List, tur: List
}
