import { ControlsSection } from './controls-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { PicturesSection } from './pictures-section.tsx';

/** Every component in every state, for those who build screens. In development only. */
export default function UiGalleryScreen() {
  return (
    <main id="main" className="mx-auto flex max-w-240 flex-col gap-12 px-4 py-12">
      <title>Interface kit</title>
      <h1 className="text-3xl">Interface kit</h1>
      <TypeSection />
      <ControlsSection />
      <FeedbackSection />
      <OverlaysSection />
      <PicturesSection />
    </main>
  );
}

function TypeSection() {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">Type</h2>
      <p className="font-heading text-3xl">Morning light on a common</p>
      <p className="font-heading text-2xl">Morning light on a common</p>
      <p className="font-heading text-xl">Morning light on a common</p>
      <p className="text-lg">A quiet place, open and green, people about, nobody in a hurry.</p>
      <p className="max-w-[60ch]">
        A quiet place, open and green, people about, nobody in a hurry. Calm is not grey: it is a paper-warm ground,
        deep evergreen ink, one living green and small warm accents.
      </p>
      <p className="text-sm text-muted">A quiet place, open and green, people about.</p>
      <p className="text-xs text-muted">A quiet place, open and green, people about.</p>
    </section>
  );
}
