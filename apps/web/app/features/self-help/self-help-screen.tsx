import { useLoaderData } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead, type SharingPicture } from '../../ui/sharing-head.tsx';
import { PdfList } from '../meditation-tools/index.ts';
import { articles } from './articles.server.ts';

const title = 'Self-Help Library';

export const libraryPicture: SharingPicture = { name: 'self-help', alt: 'Something to read, at your own pace' };

export const loader = () =>
  articles.map(({ slug, title: name, summary, minutes }) => ({ slug, name, summary, minutes }));

/** All articles, with those for acute crises first. */
export default function SelfHelpScreen() {
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 sm:px-6 md:py-12">
      <PageTitle>{title}</PageTitle>
      <SharingHead
        path={paths.selfHelp}
        title={title}
        description="Short articles to read at your own pace: panic, sleep, worry, low days, grief, loneliness, stress, and how to ask for help."
        picture={libraryPicture}
      />
      <div className="flex items-center gap-8">
        <div>
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          <p className="mt-4 max-w-[60ch] text-lg text-muted">
            Short articles to read at your own pace. Each begins with something you can do right now, names its sources,
            and says when to ask for help. None of them replaces a person.
          </p>
        </div>
        <Picture name="shelf" className="hidden w-72 shrink-0 md:block" />
      </div>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {useLoaderData<typeof loader>().map(({ slug, name, summary, minutes }) => (
          <Card
            as="li"
            key={slug}
            className="relative flex flex-col transition-colors hover:bg-primary-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary not-supports-[selector(:has(a))]:focus-within:outline-2"
          >
            <h2 className="text-lg">
              <a
                href={paths.selfHelpArticle(slug)}
                className="underline-offset-4 outline-none after:absolute after:inset-0 hover:underline"
              >
                {name}
              </a>
            </h2>
            <p className="mt-2 text-muted">{summary}</p>
            <p className="mt-auto pt-3 text-sm text-muted">{minutes} minutes to read</p>
          </Card>
        ))}
      </ul>
      <Guides />
    </div>
  );
}

const Guides = () => (
  <section aria-labelledby="guides" className="mt-12">
    <h2 id="guides" className="text-xl">
      To print
    </h2>
    <PdfList />
  </section>
);
