import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { refreshLibrary } from './library.api.ts';

/** The next reconnection or visit refetches, and the query client handles a 401. */
const ignoreFailure = () => undefined;

/** Keeps books and podcasts current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: { 'library.changed': ({ kind }) => void refreshLibrary(queryClient, kind).catch(ignoreFailure) },
  onOpened: [() => refreshLibrary(queryClient, 'book'), () => refreshLibrary(queryClient, 'podcast')],
});
