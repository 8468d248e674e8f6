import { readdirSync } from 'node:fs';
import type { Endpoint } from '@commons/contract/endpoint';
import type { ErrorDefinition } from '@commons/contract/problem';

const folder = new URL('../../../packages/contract/src/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
const modules = await Promise.all(
  files.map(async (file) => (await import(new URL(file, folder).href)) as Record<string, unknown>),
);
const exported = modules.flatMap((module) => Object.entries(module));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = exported.map(([, value]) => value).filter(isEndpoint);

/** Endpoints that return a list. */
export const listEndpoints = (): Endpoint[] =>
  endpoints.filter(({ method, replies }) => method === 'GET' && replies[200]?.def.type === 'array');

export const pagedEndpoints = (): Endpoint[] => endpoints.filter(({ paged }) => paged);

/** Endpoints that create something. */
export const creatingEndpoints = (): Endpoint[] => endpoints.filter(({ creates }) => creates);

/** Every error code of the contract with its definition. */
export const errorDefinitions: readonly (readonly [code: string, definition: ErrorDefinition])[] = exported
  .filter(([name]) => name.endsWith('Errors'))
  .flatMap(([, catalogue]) => Object.entries(catalogue as Record<string, ErrorDefinition>));
