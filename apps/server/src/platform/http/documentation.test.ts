import { tokenScopes } from '@commons/contract/api-tokens';
import { problemView } from '@commons/contract/problem/schemas';
import { testEvent, webhookEvents } from '@commons/contract/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Community } from '../../../test/community.ts';
import { expectSecurityHeaders } from '../../../test/problems.ts';
import { collectRoutes } from '../../../test/routes.ts';

const reference = z.strictObject({ $ref: z.string().startsWith('#/components/schemas/') });
const schema = z.union([reference, z.record(z.string(), z.unknown())]);
const content = z.record(z.string(), z.strictObject({ schema }));

/** An operation of OpenAPI 3.1 (section 4.8.10), limited to the fields that this server uses. */
const operation = z.strictObject({
  summary: z.string().min(5),
  tags: z.array(z.string()).length(1),
  // The empty object means that a session is optional. A token needs the scope of the call.
  security: z
    .array(
      z.union([
        z.strictObject({ session: z.tuple([]) }),
        z.strictObject({ token: z.tuple([z.enum(tokenScopes)]) }),
        z.strictObject({}),
      ]),
    )
    .optional(),
  parameters: z
    .array(z.strictObject({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema }))
    .optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$|^default$/),
    z.strictObject({ description: z.string(), content: content.optional() }),
  ),
});

const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string().min(1), version: z.string().min(1), description: z.string() }),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.record(z.string(), z.unknown())),
    securitySchemes: z.strictObject({
      session: z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string() }),
      token: z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    }),
  }),
  webhooks: z.record(
    z.enum([...webhookEvents, testEvent]),
    z.strictObject({
      post: operation.omit({ tags: true }).extend({
        description: z.string(),
        responses: z.strictObject({ '2XX': z.strictObject({ description: z.string() }) }),
      }),
    }),
  ),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']), operation),
  ),
});

let community: Community;
let routes: string[];
let api: z.infer<typeof document>;
beforeAll(async () => {
  ({ opened: community, routes } = await collectRoutes(() =>
    Community.open({ environment: { PRODUCT_NAME: 'Lund' } }),
  ));
  api = document.parse((await community.visitor.send('GET', '/api/openapi.json')).body);
});
afterAll(() => community.close());

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, definition]) => ({ path, method, definition })),
  );

/** Browser navigations and the document itself are not API calls. */
const excludedRoutes = new Set([
  'GET /api/login',
  'GET /api/logout',
  'GET /api/auth/callback/openid',
  'GET /api/openapi.json',
  'GET /api/messages/photos/:id/:size',
]);

describe('the OpenAPI document', () => {
  test('describes every API call and nothing else', () => {
    const documentedCalls = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const calls = routes
      .filter((route) => route.includes(' /api/') && !route.startsWith('HEAD ') && !excludedRoutes.has(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(documentedCalls.toSorted()).toEqual(calls.toSorted());
  });

  test('contains every schema that it refers to', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, name = ''] of references) expect(api.components.schemas).toHaveProperty([name]);
  });

  test('lists each path parameter exactly once', () => {
    for (const { path, method, definition } of operations()) {
      const parametersInUrl = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (definition.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map(({ name }) => name),
        `${method} ${path}`,
      ).toEqual(parametersInUrl);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  test('describes the errors of each call as problem details', () => {
    for (const { definition } of operations())
      expect(JSON.stringify(definition.responses['default'])).toContain('#/components/schemas/Problem');
    expect(Object.keys(api.components.schemas['Problem']?.['properties'] as object)).toEqual(
      Object.keys(problemView.shape),
    );
  });

  test('states whether a call needs a session, as the server does', async () => {
    for (const { path, method, definition } of operations()) {
      if (method !== 'get') continue;
      const url = path.replace('{name}', 'guidelines').replaceAll(/\{\w+\}/g, '01a1f8b0-1842-784d-8a93-e722f3082526');
      const { status } = await community.visitor.send('GET', url);
      expect(definition.security ? 401 : 200, path).toBe(status);
    }
  });

  test('contains no internal information', () => {
    expect(api.info.title).toBe('Lund API');
    expect(JSON.stringify(api)).not.toMatch(/node_modules|localhost|127\.0\.0\.1/);
  });
});

/** Loads the page and every file that it, its style sheets and its start script refer to. */
async function loadFiles(page: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const urlsToLoad = [page];
  for (let url = urlsToLoad.shift(); url !== undefined; url = urlsToLoad.shift()) {
    if (files.has(url)) continue;
    const answer = await community.visitor.send<string>('GET', url);
    expect(answer.status, url).toBe(200);
    expectSecurityHeaders(answer);
    const text = typeof answer.body === 'string' ? answer.body : '';
    files.set(url, text);
    if (url.endsWith('.js')) continue;
    for (const [, link = ''] of text.matchAll(/(?:src|href)="([^"]+)"|url\(["']?([^"')]+)/g))
      if (!link.startsWith('data:'))
        urlsToLoad.push(new URL(link, `http://commons.test${url}`).href.replace('http://commons.test', ''));
  }
  return files;
}

describe('the reference page', () => {
  test('is served by this server, with every file that it needs', async () => {
    const files = await loadFiles('/api/docs');
    expect([...files.keys()].filter((url) => url.endsWith('.js')).length).toBeGreaterThan(0);
    expect([...files.keys()].every((url) => url.startsWith('/api/docs'))).toBe(true);
  });

  test('requests nothing from third parties, and its policy forbids it', async () => {
    const { body, headers } = await community.visitor.send<string>('GET', '/api/docs');
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
    const startScript = await community.visitor.send<string>('GET', '/api/docs/static/swagger-initializer.js');
    expect(startScript.body).toContain("url: resolveUrl('./json')");
    expect(startScript.body).toContain('"validatorUrl":null');
  });
});
