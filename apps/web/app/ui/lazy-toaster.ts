import { lazyComponent } from './lazy-component.tsx';

/** The notification area. Its code can be preloaded before the first toast. */
export const LazyToaster = lazyComponent(async () => ({ default: (await import('./toaster.tsx')).Toaster }), {
  failed: () => null,
});
