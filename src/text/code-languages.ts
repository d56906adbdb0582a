// Programming languages, as far as a simple tokenizer needs to know them: the syntax of comments and strings, and the keywords. Similar
// languages share a row; a keyword of another language does no harm, because it is rarely used as a name.

/** How the source code of a family of languages is split into tokens. */
export interface CodeLanguage {
  /** What starts a comment that extends to the end of the line. */
  readonly line: readonly string[]
  /** The delimiters of comments that can span lines. */
  readonly block: readonly (readonly [open: string, close: string])[]
  /** Delimiters of strings that end on the same line; a backslash escapes the next character. */
  readonly quotes: readonly string[]
  /** Delimiters of strings that can span lines. */
  readonly longQuotes: readonly string[]
  /** Whether single quotes enclose only a single character, such as 'x'. */
  readonly characterQuote: boolean
  readonly ignoresCase: boolean
  readonly keywords: ReadonlySet<string>
  /** File extensions without the dot. */
  readonly endings: readonly string[]
}

function language(
  endings: string,
  keywords: string,
  rest: Partial<Omit<CodeLanguage, 'endings' | 'keywords'>> = {},
): CodeLanguage {
  return {
    line: [],
    block: [],
    quotes: ['"', "'"],
    longQuotes: [],
    characterQuote: false,
    ignoresCase: false,
    ...rest,
    endings: endings.split(' '),
    keywords: new Set(keywords.split(' ')),
  }
}

const BRACES =
  'abstract alignas alignof and as asm assert async auto await base bool boolean break byte case catch chan char checked class companion concept const consteval constexpr constinit continue data debugger decimal default defer del delegate delete do double dynamic elif else enum event except explicit export extends extern fallthrough false final finally fixed float fn for foreach friend from fun func function get global go goto guard if impl implements implicit import in include init inline inout instanceof int interface internal is lateinit let lock long loop map match mod module mut mutable namespace native new nil noexcept not null nullptr object of open operator or out override package params pass priv private protected protocol pub public range readonly ref register reinterpret_cast require return sbyte sealed select self set short signed sizeof static static_cast strictfp string struct suspend super switch synchronized template this throw throws trait transient true try type typedef typeid typename typeof uint ulong undefined union unsafe unsigned use using val var virtual void volatile wchar_t when where while with xor yield'
const SLASHES = { line: ['//'], block: [['/*', '*/']] } as const

/** The languages by the name that users specify. */
export const CODE_LANGUAGES = {
  braces: language(
    'c h cc cpp cxx c++ hh hpp hxx ino java js mjs cjs jsx ts mts cts tsx cs go kt kts swift scala dart groovy gradle mm proto sol zig v sv glsl cu d',
    BRACES,
    { ...SLASHES, longQuotes: ['`'] },
  ),
  php: language('php', `${BRACES} array echo elseif endif endfor endforeach endwhile isset unset empty`, {
    line: ['//', '#'],
    block: [['/*', '*/']],
  }),
  rust: language('rs', `${BRACES} crate dyn i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 usize isize str`, {
    ...SLASHES,
    quotes: ['"'],
    characterQuote: true,
  }),
  python: language(
    'py pyw pyi',
    'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield',
    { line: ['#'], longQuotes: ['"""', "'''"] },
  ),
  ruby: language(
    'rb rake cr ex exs jl nim',
    'BEGIN END alias and begin break case class def defined do else elsif end ensure false for function if in let local module mutable next nil not or proc quote redo rescue retry return self struct super then true undef unless until using var when while yield',
    { line: ['#'], block: [['=begin', '=end']] },
  ),
  shell: language(
    'sh bash zsh ksh fish',
    'case do done elif else esac export fi for function if in local readonly return select set shift then trap unset until while',
    { line: ['#'] },
  ),
  perl: language(
    'pl pm',
    'and cmp die do else elsif eq for foreach ge given goto gt if last le local lt my ne next no not or our package print redo require return say state sub unless until use when while xor',
    { line: ['#'] },
  ),
  r: language(
    'r',
    'FALSE Inf NA NULL NaN TRUE break else for function if in library next repeat return while',
    { line: ['#'], longQuotes: ['`'] },
  ),
  matlab: language(
    'm matlab erl',
    'break case catch continue else elseif end for function global if otherwise parfor persistent return switch try while',
    { line: ['%'], quotes: ['"'] },
  ),
  sql: language(
    'sql',
    'add all alter and any as asc begin between by case check column commit constraint create cross database default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null on or order outer primary references right rollback select set table then top union unique update values view when where with',
    { line: ['--'], block: [['/*', '*/']], ignoresCase: true },
  ),
  lua: language(
    'lua',
    'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
    { line: ['--'], block: [['--[[', ']]']] },
  ),
  haskell: language(
    'hs elm purs',
    'as case class data default deriving do else forall foreign hiding if import in infix infixl infixr instance let module newtype of qualified then type where',
    { line: ['--'], block: [['{-', '-}']], quotes: ['"'], characterQuote: true },
  ),
  ml: language(
    'ml mli fs fsx sml',
    'and as assert begin class do done downto else end exception external false for fun function functor if in include inherit initializer lazy let match method module mutable new nonrec object of open or private rec sig struct then to true try type val virtual when while with',
    { line: ['//'], block: [['(*', '*)']], quotes: ['"'], characterQuote: true },
  ),
  pascal: language(
    'pas pp dpr lpr',
    'and array as asm begin case class const constructor destructor div do downto else end except false file finally for function goto if implementation in inherited initialization inline interface is mod nil not object of on or packed procedure program property raise record repeat set shl shr string then to true try type unit until uses var while with xor',
    {
      line: ['//'],
      block: [
        ['{', '}'],
        ['(*', '*)'],
      ],
      ignoresCase: true,
    },
  ),
  basic: language(
    'vb vbs bas',
    'and as boolean byref byval case catch class const declare dim do double each else elseif end enum exit false finally for friend function get if imports in inherits integer is let loop me mod module new next not nothing object on option optional or private property protected public redim return select set shared static step string sub then throw to true try type until wend while with xor',
    { line: ["'"], quotes: ['"'], ignoresCase: true },
  ),
  lisp: language(
    'lisp lsp cl el scm rkt clj cljs asm s',
    'and begin case cond def define defmacro defn defun defvar do else fn if lambda let loop nil not or quote set setq t unless when',
    { line: [';'], block: [['#|', '|#']], quotes: ['"'] },
  ),
  fortran: language(
    'f f90 f95 f03 for',
    'call case character complex contains continue cycle default do double else elseif end enddo endif exit function go goto if implicit integer intent logical module none parameter precision print program read real return select stop subroutine then type use while write',
    { line: ['!'], ignoresCase: true },
  ),
} as const satisfies Readonly<Record<string, CodeLanguage>>

/** A family of languages with the same comments and strings: `braces` is C, C++, C#, Go, Java, JavaScript, Kotlin and more. */
export type CodeLanguageName = keyof typeof CODE_LANGUAGES

/** The names of all families. */
export const CODE_LANGUAGE_NAMES = Object.keys(CODE_LANGUAGES) as readonly CodeLanguageName[]

const BY_ENDING = new Map(
  CODE_LANGUAGE_NAMES.flatMap((name) =>
    CODE_LANGUAGES[name].endings.map((ending) => [ending, name] as const),
  ),
)

/**
 * Returns the language of a file by its extension, ignoring case; undefined for an unknown extension.
 *
 * @example codeLanguage('homework/Main.java') // 'braces'
 */
export function codeLanguage(name: string): CodeLanguageName | undefined {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]
  return ending === undefined ? undefined : BY_ENDING.get(ending.toLowerCase())
}
