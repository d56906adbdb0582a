/** Digits that may exceed the precision of a JavaScript number. */
const LONG_NUMBER = /\d{16}/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Parses JSON. Integers beyond 2^53 become strings of their digits, as in Parquet, so that two ids do not become equal. */
export function parseWithLongNumbers(json: string): unknown {
  return JSON.parse(LONG_NUMBER.test(json) ? quoteLongNumbers(json) : json)
}

function quoteLongNumbers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
}
