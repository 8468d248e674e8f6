import readingScript from 'virtual:inline-script/reading-page.ts';
import type { PageHandle } from '../lib/document.ts';
import { InlineScript } from '../ui/inline-script.tsx';
import { PublicFooter } from './public-frame.tsx';
import { SimpleFrame } from './simple-frame.tsx';

export const handle: PageHandle = { isPlain: true, script: <InlineScript code={readingScript} /> };

/** The frame of articles and similar pages. */
export default function ReadingFrame() {
  return <SimpleFrame footer={<PublicFooter />} />;
}
