import { isPublicDocument } from './document-kind.ts';

const loadMemberFrame = async () => {
  const frame = await import('./member-frame.tsx');
  frame.prefetchViewer();
  return frame;
};

// Top-level await, so that the frame is ready for the first render. Each kind of document loads only its own frame.
const { default: Frame } = isPublicDocument ? await import('./public-frame.tsx') : await loadMemberFrame();

/** The frame of the home page and the members' screens. */
export default Frame;
