import { problemView } from '@commons/contract/problem/schemas';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

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
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'commons-session' } },
      },
    },
    transform: (input) => {
      const { schema, url, route } = input;
      const access = route.config?.access;
      const responses = (schema?.response ?? {}) as Record<string, unknown>;
      const describedSchema = {
        ...schema,
        tags: [tagOf(url)],
        ...(access !== 'public' && { security: [{ session: [] }, ...(access === 'optional-session' ? [{}] : [])] }),
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

/** Returns the tag of a route: `posts` for `/api/posts/:id/like`. */
const tagOf = (url: string): string => url.split('/')[2] ?? 'other';
