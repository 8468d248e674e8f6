import { textsCalls } from '@commons/contract/texts/calls';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { type CrisisCountry, crisisCountries } from './crisis-lines.ts';

/** The crisis lines of this community, which admins can change. */
export const crisisLinesQuery = queryOptions({
  queryKey: ['crisis-lines'],
  queryFn: ({ signal }) => call(textsCalls.listCrisisLines, undefined, { signal }),
  staleTime: 60 * 60 * 1000,
});

/** Returns the lines without a request: those of the last read, or the shipped ones. */
export const knownCrisisCountries = (client: QueryClient): readonly CrisisCountry[] =>
  client.getQueryData(crisisLinesQuery.queryKey) ?? crisisCountries;
