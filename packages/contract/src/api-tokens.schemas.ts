import { z } from 'zod';
import { apiTokenErrors, apiTokenLimits, apiTokenPaths, tokenScopes } from './api-tokens.ts';
import { id, idParams, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary } from './members.schemas.ts';

const scope = z.enum(tokenScopes);

/** An API token. The token itself is shown only when it is created. */
export const apiTokenView = z
  .object({
    id,
    name: z.string(),
    /** The first characters of the token, to recognize it. */
    start: z.string(),
    scopes: z.array(scope),
    owner: memberSummary,
    /** `paused`: the owner cannot act as an admin at the moment. */
    state: z.enum(['active', 'expired', 'paused']),
    createdAt: timestamp,
    expiresAt: timestamp,
    /** Time of the last call, with a precision of one minute. */
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiTokenView>;

export const apiTokenInput = z.strictObject({
  name: singleLine(apiTokenLimits.nameCharacters).min(1, 'Please give the token a name'),
  scopes: z
    .array(scope)
    .min(1, 'Please choose at least one area')
    .max(tokenScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Please name each area once'),
  days: z
    .int('Please enter a whole number of days')
    .min(1, 'A token lives for at least one day')
    .max(apiTokenLimits.days, `A token lives for at most ${apiTokenLimits.days} days`),
});
export type ApiTokenInput = z.output<typeof apiTokenInput>;

export const listApiTokens = endpoint({
  ...apiTokenPaths.listApiTokens,
  summary: 'List the API tokens of all admins, newest first',
  replies: { 200: z.array(apiTokenView) },
});

/** Not `creates`: a stored reply would contain the token. */
export const createApiToken = endpoint({
  ...apiTokenPaths.createApiToken,
  summary: 'Create an API token. Only this reply contains the token',
  body: apiTokenInput,
  replies: { 200: z.object({ apiToken: apiTokenView, token: z.string() }).meta({ id: 'NewApiToken' }) },
  errors: { 'api_tokens.too_many': apiTokenErrors['api_tokens.too_many'] },
});

export const revokeApiToken = endpoint({
  ...apiTokenPaths.revokeApiToken,
  summary: 'Revoke an API token of any admin',
  params: idParams,
  replies: { 204: null },
  errors: { 'api_tokens.not_found': apiTokenErrors['api_tokens.not_found'] },
});
