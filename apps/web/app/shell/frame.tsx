import { isPublicDocument } from './document-kind.ts';

const loadMemberFrame = async () => {
  const frame = await import('./member-frame.tsx');
  frame.askWhoIsHere();
  return frame;
};

// Chosen when the module runs, so that the frame is there for the first render: what was prerendered is hydrated without
// a gap, and neither kind of document fetches the other's frame.
const { default: Frame } = isPublicDocument ? await import('./public-frame.tsx') : await loadMemberFrame();

/** The frame around the home page and the members' screens. */
export default Frame;
