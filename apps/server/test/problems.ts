import { type Problem, problemView } from '@commons/contract/problem/schemas';
import { expect } from 'vitest';
import type { ApiResponse } from './caller.ts';

/** Expects problem details (RFC 9457) with this status and code, without internal information. */
export function expectProblem(response: ApiResponse<unknown>, status: number, code: string): Problem {
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.headers['cache-control']).toBe('no-store');
  const problem = problemView.strict().parse(response.body);
  expect(problem).toMatchObject({
    type: `urn:problem:${code}`,
    status,
    instance: `urn:request:${String(response.headers['x-request-id'])}`,
  });
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts\b|select |insert |relation|stack/i);
  return problem;
}

/** Returns the error code of a response. */
export const codeOf = ({ body }: { body: unknown }): string => (body as Problem).type.replace('urn:problem:', '');

/** Expects the security headers of every response (OWASP Secure Headers). */
export function expectSecurityHeaders({ headers }: Pick<ApiResponse<unknown>, 'headers'>): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src '(none|self)'.*frame-ancestors 'none'/),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringContaining('geolocation=()'),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(String(headers['content-security-policy'])).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
}
