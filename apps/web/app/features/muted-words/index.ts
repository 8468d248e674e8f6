export { hiddenName, MutedFold, useIsMuted } from './muted-fold.tsx';
