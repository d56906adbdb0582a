import { findProblem } from './check-value.js'
import { Fault, invalid } from './fault.js'
import { type Reading, readJson } from './read-body.js'
import { MEDIA_TYPES } from './routes/route.js'
import type { AnyRoute } from './routes/table.js'
import type { ObjectNode, Schema } from './schema.js'

/** The parameters and the JSON body of a request as one object, checked against the route table. */
export async function readInput(
  route: AnyRoute,
  request: Request,
  path: Readonly<Record<string, string>>,
  reading: Reading,
): Promise<object> {
  const parameters = checked(route.parameters, path, '', 404)
  const query = checked(route.query, queryOf(request, route.query as ObjectNode), '')
  if (route.takes === undefined) return { ...parameters, ...query }
  checkMedia(request, MEDIA_TYPES[route.takes])
  if (route.takes !== 'json') return { ...parameters, ...query }
  const body = checked(route.body!, await readJson(request, reading), '')
  return { ...parameters, ...query, ...body }
}

function checked(schema: Schema, value: unknown, at: string, status = 400): object {
  const problem = findProblem(schema, value, at)
  if (problem === undefined) return value as object
  throw status === 400
    ? invalid(problem.message, problem.hint)
    : new Fault(status, 'not-found', problem.message, problem.hint)
}

function checkMedia(request: Request, expected: string): void {
  const given = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (given !== expected) {
    // Reject what a form on any web page can send: only these types require the server's permission (CORS).
    throw new Fault(
      415,
      'unsupported-media-type',
      given === '' ? 'the request has no content type' : `the content type is ${given.slice(0, 100)}`,
      `send content-type: ${expected}`,
      { closes: true },
    )
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') {
    throw new Fault(
      415,
      'unsupported-media-type',
      `the content encoding is ${encoding.slice(0, 100)}`,
      'send the body without a content encoding',
      { closes: true },
    )
  }
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The query parameters; converted to numbers where the schema has numbers. */
function queryOf(request: Request, { properties }: ObjectNode): object {
  const found = new Map<string, unknown>()
  for (const [name, value] of new URL(request.url).searchParams) {
    if (found.has(name)) throw invalid(`${name.slice(0, 100)} is given twice`, 'send it once')
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isNumber =
      schema !== undefined && 'type' in schema && (schema.type === 'number' || schema.type === 'integer')
    found.set(name, isNumber && NUMBER.test(value) ? Number(value) : value)
  }
  return Object.fromEntries(found)
}
