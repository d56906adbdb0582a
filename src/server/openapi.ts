import { GROUPS, MEDIA_TYPES } from './routes/route.js'
import type { AnyRoute, Operation, Routes } from './routes/table.js'
import { type ObjectNode, object, type Schema, text } from './schema.js'

const ERROR = object(
  {
    error: object(
      {
        code: text({ description: 'A stable name for programs' }),
        message: text({ description: 'What is wrong' }),
        hint: text({ description: 'How to fix it' }),
      },
      {},
    ),
  },
  {},
)

/** The OpenAPI document of the API, generated from its routes. */
export function openApiDocument(routes: Routes, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [operation, route] of Object.entries(routes) as [Operation, AnyRoute][]) {
    paths[route.path] ??= {}
    paths[route.path]![route.method] = describe(operation, route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Likewise',
      version,
      description: 'Find near-duplicates: a live index of documents, comparisons, and long searches.',
    },
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  }
}

function describe(operation: Operation, route: AnyRoute): object {
  const { summary, description, group, takes, body, line, gives, answer, status, isOpen } = route
  const parameters = [...parametersOf(route.parameters, 'path'), ...parametersOf(route.query, 'query')]
  return {
    operationId: operation,
    summary,
    ...(description !== undefined && { description }),
    tags: [group],
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(takes !== undefined && {
      requestBody: { required: true, content: { [MEDIA_TYPES[takes]]: { schema: body ?? line ?? BYTES } } },
    }),
    responses: {
      [status]: {
        description: 'Done',
        content: { [MEDIA_TYPES[gives].split(';')[0]!]: { schema: answer ?? BYTES } },
      },
      default: {
        description:
          'An error: 4xx if the request is wrong, 500 if the index is damaged or the server failed, 503 with Retry-After if the server is busy, 507 if there is no space',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

const BYTES = text()

function parametersOf(schema: Schema, location: 'path' | 'query'): object[] {
  const { properties, required } = schema as ObjectNode
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: value,
  }))
}
