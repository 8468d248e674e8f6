import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint, EndpointPath } from './endpoint.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const valuesOf = async (file: string) =>
  Object.entries((await import(new URL(file, import.meta.url).href)) as Record<string, object>);
const [schemas, paths] = await Promise.all(
  [true, false].map(async (areSchemas) =>
    (await Promise.all(files.filter((file) => file.endsWith('.schemas.ts') === areSchemas).map(valuesOf))).flat(),
  ),
);
const endpoints = schemas!.filter((entry): entry is [string, Endpoint] => 'replies' in entry[1]);
const namedPaths = paths!
  .filter(([name]) => name.endsWith('Paths'))
  .flatMap(([, featurePaths]) => Object.entries(featurePaths as Record<string, EndpointPath>));

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

test('every path for the browser has an endpoint with the same method and path', () => {
  const ofEndpoints = endpoints.map(([name, { method, path, creates }]) => ({ name, method, path, creates }));
  const ofPaths = namedPaths.map(([name, { method, path, creates }]) => ({ name, method, path, creates }));
  expect(ofPaths.toSorted(byName)).toEqual(ofEndpoints.toSorted(byName));
});

test('every endpoint that replies 201 is marked `creates`, so that clients can retry it', () => {
  const creating = endpoints.filter(([, { replies }]) => 201 in replies);
  expect(creating.filter(([, { creates }]) => creates !== true)).toEqual([]);
});
