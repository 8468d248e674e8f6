import { defineErrors } from './problem.ts';

/** Areas that a token can read. A token changes nothing, and no scope covers messages, journals or reports. */
export const tokenScopes = ['members:read', 'events:read', 'content:read', 'statistics:read', 'audit:read'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Begins each token, so that people and secret scanners recognize it. */
export const tokenPrefix = 'mc_';

export const apiTokenLimits = {
  nameCharacters: 60,
  /** Maximum lifetime. */
  days: 365,
  /** Maximum number of tokens of an admin. */
  perAdmin: 20,
} as const;

export const apiTokenErrors = defineErrors({
  'api_tokens.not_found': { status: 404, title: 'Token not found', detail: 'This token was already revoked.' },
  'api_tokens.too_many': {
    status: 409,
    title: 'Too many tokens',
    detail: `You already have ${apiTokenLimits.perAdmin} tokens. Please revoke one that is no longer used.`,
  },
});

export const apiTokenPaths = {
  listApiTokens: { method: 'GET', path: '/api/admin/api-tokens' },
  createApiToken: { method: 'POST', path: '/api/admin/api-tokens' },
  revokeApiToken: { method: 'DELETE', path: '/api/admin/api-tokens/{id}' },
} as const;
