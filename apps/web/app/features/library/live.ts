import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { refreshLibrary } from './library.api.ts';

/** Keeps books and podcasts current. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: { 'library.changed': ({ kind }) => void refreshLibrary(queryClient, kind).catch(ignoreFailure) },
  onOpened: [() => refreshLibrary(queryClient, 'book'), () => refreshLibrary(queryClient, 'podcast')],
});
