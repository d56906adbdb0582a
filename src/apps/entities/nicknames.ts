import { plainText } from './normalize-value.js'

/**
 * English given names with their short forms, and a few German and French ones. Source: common usage, written for this library; Bill and
 * William are the example in the book. The list is a start, not a complete register: for real data, pass your own table, such as one made
 * from github.com/carltonnorthern/nicknames (Apache 2.0, about 1,600 names).
 */
export const NICKNAMES: readonly (readonly string[])[] = [
  ['abigail', 'abby', 'gail'],
  ['abraham', 'abe'],
  ['albert', 'al', 'bert'],
  ['alexander', 'alex', 'sandy', 'lex'],
  ['alexandra', 'alex', 'sandra', 'lexi'],
  ['alfred', 'al', 'alf', 'fred'],
  ['amanda', 'mandy'],
  ['andrew', 'andy', 'drew'],
  ['anthony', 'tony'],
  ['antonia', 'toni'],
  ['arthur', 'art'],
  ['barbara', 'barb', 'babs'],
  ['benjamin', 'ben', 'benny'],
  ['bernard', 'bernie'],
  ['catherine', 'cathy', 'kate'],
  ['charles', 'charlie', 'chuck'],
  ['charlotte', 'lottie', 'charlie'],
  ['christina', 'chris', 'tina', 'chrissie'],
  ['christine', 'chris', 'chrissie'],
  ['christopher', 'chris', 'kit'],
  ['cynthia', 'cindy'],
  ['daniel', 'dan', 'danny'],
  ['david', 'dave', 'davy'],
  ['deborah', 'debbie', 'deb'],
  ['donald', 'don', 'donnie'],
  ['dorothy', 'dot', 'dottie', 'dolly'],
  ['douglas', 'doug'],
  ['edward', 'ed', 'eddie', 'ted', 'ned'],
  ['eleanor', 'ellie', 'nell'],
  ['elizabeth', 'beth', 'betty', 'liz', 'lisa', 'lizzie', 'eliza', 'betsy'],
  ['eugene', 'gene'],
  ['florence', 'flo'],
  ['frances', 'fran', 'fanny'],
  ['francis', 'frank', 'fran'],
  ['francois', 'fanfan'],
  ['franklin', 'frank'],
  ['frederick', 'fred', 'freddie'],
  ['gabriel', 'gabe'],
  ['geoffrey', 'geoff', 'jeff'],
  ['gerald', 'gerry', 'jerry'],
  ['gregory', 'greg'],
  ['harold', 'harry', 'hal'],
  ['harriet', 'hattie'],
  ['heinrich', 'heinz', 'heiner'],
  ['helen', 'nell', 'ellie'],
  ['henry', 'harry', 'hank', 'hal'],
  ['hubert', 'bert'],
  ['isabella', 'bella', 'izzy', 'isabel'],
  ['jacob', 'jake'],
  ['jacqueline', 'jackie'],
  ['james', 'jim', 'jimmy', 'jamie'],
  ['jeffrey', 'jeff'],
  ['jennifer', 'jenny', 'jen'],
  ['jerome', 'jerry'],
  ['jessica', 'jess', 'jessie'],
  ['johannes', 'hans', 'hannes'],
  ['john', 'jack', 'johnny'],
  ['jonathan', 'jon', 'jonny'],
  ['josef', 'sepp'],
  ['joseph', 'joe', 'joey'],
  ['joshua', 'josh'],
  ['judith', 'judy'],
  ['katherine', 'kathy', 'kate', 'katie', 'kathryn', 'kit'],
  ['kenneth', 'ken', 'kenny'],
  ['kimberly', 'kim'],
  ['lawrence', 'larry'],
  ['leonard', 'leo', 'len', 'lenny'],
  ['lillian', 'lily'],
  ['louis', 'lou', 'louie'],
  ['louise', 'lou'],
  ['lucille', 'lucy'],
  ['madeline', 'maddie'],
  ['margaret', 'maggie', 'meg', 'peggy', 'marge', 'rita'],
  ['martha', 'patty'],
  ['martin', 'marty'],
  ['mary', 'molly', 'polly', 'mamie'],
  ['matilda', 'tilly'],
  ['matthew', 'matt'],
  ['maximilian', 'max'],
  ['michael', 'mike', 'mick', 'mickey'],
  ['nathaniel', 'nathan', 'nate', 'nat'],
  ['nicholas', 'nick', 'nicky'],
  ['oliver', 'ollie'],
  ['pamela', 'pam'],
  ['patricia', 'pat', 'patty', 'trish', 'tricia'],
  ['patrick', 'pat', 'paddy'],
  ['peter', 'pete'],
  ['philip', 'phil', 'pip'],
  ['phillip', 'phil'],
  ['raymond', 'ray'],
  ['rebecca', 'becky'],
  ['richard', 'dick', 'rich', 'rick', 'ricky'],
  ['robert', 'bob', 'bobby', 'rob', 'robbie', 'bert'],
  ['ronald', 'ron', 'ronnie'],
  ['rudolf', 'rudi', 'rolf'],
  ['samantha', 'sam'],
  ['samuel', 'sam', 'sammy'],
  ['sarah', 'sally', 'sadie'],
  ['sebastian', 'basti', 'seb'],
  ['stephanie', 'steph'],
  ['stephen', 'steve', 'stevie'],
  ['steven', 'steve', 'stevie'],
  ['stuart', 'stu'],
  ['susan', 'sue', 'susie'],
  ['suzanne', 'sue', 'susie'],
  ['theodore', 'ted', 'theo', 'teddy'],
  ['theresa', 'terry', 'tess', 'tracy'],
  ['thomas', 'tom', 'tommy'],
  ['timothy', 'tim', 'timmy'],
  ['valerie', 'val'],
  ['victoria', 'vicky', 'tori'],
  ['vincent', 'vince', 'vinny'],
  ['virginia', 'ginny'],
  ['walter', 'walt', 'wally'],
  ['wilhelm', 'willi', 'willy'],
  ['william', 'bill', 'billy', 'will', 'willie', 'liam'],
  ['zachary', 'zach', 'zack'],
]

/** Tables already parsed, so that scoring does not parse one again. */
const READ = new WeakMap<readonly (readonly string[])[], NicknameTable>()

/** Which names belong to one person; case and accents do not matter. */
export class NicknameTable {
  readonly #groups = new Map<string, Set<number>>()

  private constructor(groups: readonly (readonly string[])[]) {
    groups.forEach((group, number) => {
      for (const name of group) {
        const key = plainText(name)
        this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(number))
      }
    })
  }

  static of(groups: readonly (readonly string[])[]): NicknameTable {
    const table = READ.get(groups) ?? new NicknameTable(groups)
    READ.set(groups, table)
    return table
  }

  /** Whether two words are different names of one group. */
  areNicknames(one: string, other: string): boolean {
    if (plainText(one) === plainText(other)) return false
    return haveCommon(this.groupsOf(one), this.groupsOf(other))
  }

  /** The numbers of the groups that have a name. */
  groupsOf(name: string): ReadonlySet<number> | undefined {
    return this.#groups.get(plainText(name))
  }
}

/** Whether two sets of groups have one in common. */
export function haveCommon(
  one: ReadonlySet<number> | undefined,
  other: ReadonlySet<number> | undefined,
): boolean {
  if (one === undefined || other === undefined) return false
  for (const group of one) if (other.has(group)) return true
  return false
}

/**
 * Parses a table of nicknames: one group per line, with names separated by commas, semicolons or tabs. Lines that start with
 * # are comments.
 *
 * @example parseNicknames('william, bill, will\n# a comment\nrobert;bob') // [['william', 'bill', 'will'], ['robert', 'bob']]
 */
export function parseNicknames(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'))
    .map((line) => [...new Set(line.split(/[,;\t]/).map(plainText))].filter((name) => name !== ''))
    .filter((group) => group.length > 1)
}
