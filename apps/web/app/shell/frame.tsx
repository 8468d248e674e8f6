import { viewerQuery } from '../features/auth/index.ts';
import { pageLoader } from '../lib/page-data.ts';
import { prefetchViewer } from './member-frame.tsx';

export const loader = pageLoader((client) => void client.prefetchQuery(viewerQuery));

/** Starts the session check in parallel with the screen's code and data. */
export const clientLoader = (): null => {
  prefetchViewer();
  return null;
};

/** The viewer outlives every screen. */
export const shouldRevalidate = () => false;

/** The frame of the home page and the members' screens. */
export { default } from './member-frame.tsx';
