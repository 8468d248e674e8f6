import { BookOpen, FileText, Headphones, Smartphone, Users } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { DocumentContext, type PageHandle } from '../../lib/document.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { BookNotificationForm } from '../book-notifications/index.ts';
import { WaitlistCard } from '../waitlist/index.ts';
import { BookCover } from './book-cover.tsx';
import { audio, PdfList } from './downloads.tsx';
import { RecordingCard } from './recording.tsx';

const title = 'Meditation tools';
const bookTitle = 'Room to breathe';

export const handle: PageHandle = { hasSectionBar: true };

/** Free meditations and printable guides, and two forms to hear from us. */
export default function ToolsScreen() {
  return (
    <>
      <div className="mx-auto w-full max-w-240 px-4 py-8 sm:px-6 md:py-12">
        <PageTitle>{title}</PageTitle>
        <SharingHead
          path={paths.meditationTools}
          title={title}
          description="Meditations to listen to and keep, and guides to print: breathing, grounding, gratitude, and a calm hour before bed. No account needed."
        />
        <div className="flex items-center gap-8">
          <div>
            <h1 className="text-2xl md:text-3xl">{title}</h1>
            <p className="mt-4 max-w-[48ch] text-lg text-muted">
              Meditations to listen to and guides to print. Take what helps. Everything is free, and you need no
              account.
            </p>
          </div>
          <Picture name="night" className="hidden w-72 shrink-0 md:block" />
        </div>
        <SectionBar />
        <AppBanner />
        <ToolSection id="meditation" title="Meditation" intro="Play one here, or download it to listen offline.">
          <AudioList />
        </ToolSection>
        <ToolSection
          id="pdfs"
          title="PDFs to print"
          intro="Made for A4 and US Letter. They also print well in black and white."
        >
          <PdfList />
        </ToolSection>
        <ToolSection
          id="community"
          title="Community"
          intro={`In ${productName} people say how they are, read how others are, and find someone to talk to.`}
        >
          <div className="mt-6 flex items-center gap-8">
            <WaitlistCard headingLevel="h3" className="max-w-160 flex-1" />
            <Picture name="common" className="hidden min-w-0 flex-1 lg:block" />
          </div>
        </ToolSection>
        <ToolSection
          id="book"
          title="Book"
          intro={`“${bookTitle}” is a small book of exercises for hard days: breathing, grounding, thanks and sleep. Leave your email address, and we will tell you when it is out.`}
        >
          <div className="mt-6 flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-8">
            <BookCover title={bookTitle} publisher={productName} className="w-40 shrink-0 sm:w-48" />
            <Card className="flex-1">
              <BookNotificationForm />
            </Card>
          </div>
        </ToolSection>
      </div>
    </>
  );
}

/** Links to the app: in a store, or on our own page about installing from the browser. */
const AppBanner = () => (
  <aside
    aria-label="App"
    className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-primary-soft p-4 md:px-6 forced-colors:border"
  >
    <Smartphone size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
    <p className="min-w-[min(12rem,100%)] flex-1">
      <span className="font-semibold">Take it with you.</span> There is an app for your phone.
    </p>
    <a
      href={use(DocumentContext).appStoreUrl ?? paths.install}
      rel="noreferrer external"
      className={buttonClass('secondary')}
    >
      Get the app
    </a>
  </aside>
);

type ToolSectionProps = { id: string; title: string; intro: string; children: ReactNode };

const ToolSection = ({ id, title: name, intro, children }: ToolSectionProps) => (
  <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="pt-12 outline-none">
    <h2 id={`${id}-title`} className="text-xl">
      {name}
    </h2>
    <p className="mt-2 max-w-[60ch] text-muted">{intro}</p>
    {children}
  </section>
);

const AudioList = () => (
  <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
    {audio.map((recording) => (
      <RecordingCard key={recording.address} recording={recording} />
    ))}
  </ul>
);

const sections = [
  { id: 'meditation', label: 'Meditation', icon: Headphones },
  { id: 'pdfs', label: 'PDFs', icon: FileText },
  { id: 'community', label: 'Community', icon: Users },
  { id: 'book', label: 'Book', icon: BookOpen },
] as const;

/**
 * Fixed to the bottom of the window, but read before the sections. It is above the member navigation. `base.css` reserves space for it below the page and
 * offsets scrolling. `mark-section.ts` marks the current section.
 */
function SectionBar() {
  return (
    <nav
      aria-label="On this page"
      data-sections=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] max-md:member:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:member:pb-0"
    >
      <ul className="mx-auto flex max-w-160">
        {sections.map(({ id, label, icon: Icon }) => (
          <li key={id} className="min-w-0 flex-1">
            <a
              href={`#${id}`}
              className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 text-xs font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 before:absolute before:inset-x-0 before:top-0 before:mx-auto before:h-1 before:w-8 before:rounded-full aria-[current]:text-primary aria-[current]:before:bg-primary"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {/* At 200% text size the labels would be cut off. */}
              <span className="max-w-full truncate max-[20rem]:sr-only">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
