import { lazyComponent } from './lazy-component.tsx';

/** The notification area, whose code can be had before there is anything to say. */
export const LazyToaster = lazyComponent(async () => ({ default: (await import('./toaster.tsx')).Toaster }), {
  failed: () => null,
});
