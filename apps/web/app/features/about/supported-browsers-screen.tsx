import { use } from 'react';
import { DocumentContext } from '../../lib/document.ts';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { crisisCountries as shippedCountries, telephoneUrl } from '../crisis/index.ts';

const link =
  'inline-flex min-h-6 items-center font-semibold text-primary underline underline-offset-4 pointer-coarse:min-h-11';

/**
 * Shown by a browser that is too old for the application (`app/watchdog.ts`). Plain headings, lists and links:
 * it must be readable without its style sheet.
 */
export default function SupportedBrowsersScreen() {
  const { crisisCountries = shippedCountries } = use(DocumentContext);
  return (
    <div className="mx-auto max-w-160 px-4 py-8 sm:px-6 md:py-12">
      <PageTitle>Supported browsers</PageTitle>
      <meta name="description" content="The browsers that this community supports, and what to do with an older one." />
      <h1 className="text-2xl md:text-3xl">This community needs a newer browser</h1>
      <p className="mt-4">
        It works with Safari 16.4, Chrome 111, Edge 111, Firefox 114, Samsung Internet 22, and every newer version of
        them.
      </p>
      <h2 className="mt-8 text-lg">What you can do</h2>
      <ul className="mt-2 list-disc ps-6">
        <li>Update your browser. On an iPhone or iPad, update the system: Settings, General, Software Update.</li>
        <li>
          If there is no update for your device, try another browser: Firefox and Chrome support older systems longer.
        </li>
        <li>Open the community on another phone or computer. Your account and everything in it is safe.</li>
      </ul>
      <p className="mt-4">
        <a href={paths.home} className={link}>
          Try the community again
        </a>
      </p>
      <h2 className="mt-8 text-lg">If you need help now</h2>
      <p className="mt-2">
        If you are in immediate danger, call your local emergency number. These pages work in every browser:{' '}
        <a href={paths.crisis} className={link}>
          crisis lines
        </a>
        ,{' '}
        <a href={paths.selfHelp} className={link}>
          self-help library
        </a>
        .
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {crisisCountries.map(({ code, name, emergencyNumber, lines }) => (
          <li key={code}>
            <strong>{name}</strong>: emergency{' '}
            <a href={telephoneUrl(emergencyNumber)} className={link}>
              {emergencyNumber}
            </a>
            {lines.map((line) => (
              <span key={line.name}>
                {`; ${line.name} `}
                {line.call === undefined ? (
                  line.hours
                ) : (
                  <a href={telephoneUrl(line.call)} className={link}>
                    {line.call}
                  </a>
                )}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
