import { viewerQuery } from '../features/auth/index.ts';
import { pageLoader } from '../lib/page-data.ts';
import { componentForDocument, isPublicDocument } from './document-kind.ts';

export const loader = pageLoader((client) => void client.prefetchQuery(viewerQuery));

/** Starts the session check in parallel with the screen's code and data. */
export const clientLoader = async (): Promise<null> => {
  if (!isPublicDocument) (await import('./member-frame.tsx')).prefetchViewer();
  return null;
};

/** The viewer outlives every screen. */
export const shouldRevalidate = () => false;

// Top-level await, so that the frame is ready for the first render.
const Frame = await componentForDocument(
  async () => (await import('./member-frame.tsx')).default,
  async () => (await import('./public-frame.tsx')).PublicFrame,
);

/** The frame of the home page and the members' screens. */
export default Frame;
