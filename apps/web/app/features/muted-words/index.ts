export { mutedContentName, MutedFold, useIsMuted } from './muted-fold.tsx';
