import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const PhotoDialog = lazyDialog(() => import('./photo-dialog.tsx'));
