export { mutedContentName as hiddenName, MutedFold, useIsMuted } from './muted-fold.tsx';
