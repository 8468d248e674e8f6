import { lazyPart } from './lazy-part.tsx';

/** The notification area. Its code can be preloaded before the first toast. */
export const LazyToaster = lazyPart(async () => ({ default: (await import('./toaster.tsx')).Toaster }), {
  failed: () => null,
});
