import { type TokenScope, tokenScopes } from '@commons/contract/api-tokens';
import { problemView } from '@commons/contract/problem/schemas';
import { webhookData } from '@commons/contract/webhooks/schemas';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

/**
 * Documents all routes that are registered later: OpenAPI 3.1 at `/api/openapi.json`, a reference page at `/api/docs`.
 */
export async function describeApi(
  app: FastifyInstance,
  settings: { readonly current: { productName: string } },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'API',
        version: '1',
        description:
          'Lists are plain arrays; the next page is in the `Link` header. Errors are problem details (RFC 9457). ' +
          'Creating calls take an `Idempotency-Key`. ' +
          'Text is trimmed and cleaned, and then measured in Unicode code points. Gratitude notes and wins are measured ' +
          'in grapheme clusters, with at most 20 code points per cluster on average. ' +
          'Passwords are normalised (NFKC) before they are measured.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'commons-session' },
          token: { type: 'http', scheme: 'bearer', description: tokenDescription },
        },
      },
      webhooks: describeWebhooks(),
    },
    transform: (input) => {
      const { schema, url, route } = input;
      const access = route.config?.access;
      const responses = (schema?.response ?? {}) as Record<string, unknown>;
      const describedSchema = {
        ...schema,
        tags: [tagOf(url)],
        ...(access !== 'public' && { security: securityOf(access, route.config?.scope) }),
        response: { ...responses, default: problemView },
      };
      return jsonSchemaTransform({ ...input, schema: describedSchema });
    },
    transformObject: jsonSchemaTransformObject,
  });

  /** The name of the community can change while the server runs. */
  const withTitle = <Document extends object>(document: Document) => ({
    ...document,
    info: { ...(document as { info?: object }).info, title: `${settings.current.productName} API` },
  });
  const config = { access: 'public' } as const;
  app.get('/api/openapi.json', { config, schema: { hide: true } }, async () => withTitle(app.swagger()));
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: true, validatorUrl: null, tryItOutEnabled: false },
    theme: { title: 'API' },
    transformSpecification: (document) => withTitle(document),
    transformSpecificationClone: false,
    staticCSP: true,
    // The page uses inline styles. Its scripts are files.
    transformStaticCSP: () =>
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
}

const tokenDescription =
  'A token that an admin creates at /admin/api-tokens, sent as `Authorization: Bearer mc_…`. It reads only, with the ' +
  `rights of its admin at the time of the call, in the areas of its scopes: ${tokenScopes.join(', ')}.`;

/** A session, no session if it is optional, or a token with the scope of the route. */
const securityOf = (access: string | undefined, scope: TokenScope | undefined): Record<string, string[]>[] => [
  { session: [] },
  ...(access === 'optional-session' ? [{}] : []),
  ...(scope ? [{ token: [scope] }] : []),
];

/** Describes the messages to webhooks (Standard Webhooks). */
const describeWebhooks = () =>
  Object.fromEntries(
    Object.entries(webhookData).map(([event, data]) => [
      event,
      {
        post: {
          summary: `Message of the event ${event}`,
          description:
            'Signed with the secret of the webhook: `webhook-signature` is `v1,` and the base64 HMAC-SHA-256 of ' +
            '`{webhook-id}.{webhook-timestamp}.{body}`. Any 2xx reply within 10 seconds accepts it.',
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header' as const,
            required: true,
            schema: { type: 'string' as const },
          })),
          requestBody: { required: true, content: { 'application/json': { schema: messageSchema(event, data) } } },
          responses: { '2XX': { description: 'Accepted' } },
        },
      },
    ]),
  );

function messageSchema(event: string, data: z.ZodType): object {
  const message = z.object({ type: z.literal(event), timestamp: z.iso.datetime({ precision: 3 }), data });
  const { $schema: _, ...schema } = z.toJSONSchema(message);
  return schema;
}

/** Returns the tag of a route: `posts` for `/api/posts/:id/like`. */
const tagOf = (url: string): string => url.split('/')[2] ?? 'other';
