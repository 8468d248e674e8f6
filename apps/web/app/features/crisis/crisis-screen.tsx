import { ExternalLink } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatDate } from '../../lib/locale.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { checkedOn, CountryCard, crisisCountries } from './country-card.tsx';

export default function CrisisScreen() {
  const country = useVisitorCountry();
  const countries = [
    ...crisisCountries.filter(({ code }) => code === country),
    ...crisisCountries.filter(({ code }) => code !== country),
  ];
  return (
    <div className="mx-auto max-w-160 px-4 py-8 sm:px-6 md:py-12">
      <PageTitle>Get help now</PageTitle>
      <meta name="description" content="Crisis lines by country. You do not have to get through this alone." />
      <script dangerouslySetInnerHTML={{ __html: noteCountryScript }} />
      <style dangerouslySetInnerHTML={{ __html: countryFirstStyle }} />
      <h1 className="text-2xl md:text-3xl">You do not have to get through this alone</h1>
      <p className="mt-4 rounded-card bg-primary-soft p-4 forced-colors:border text-base font-semibold md:p-5">
        If you are in immediate danger, call your local emergency number now.
      </p>
      <p className="mt-4 text-muted">
        The people on these lines listen, whatever it is and whatever the hour. You do not need the right words. Calling
        about someone else is fine as well.
      </p>
      <ul className="mt-8 flex flex-col gap-4">
        {countries.map((entry) => (
          <CountryCard key={entry.code} country={entry} />
        ))}
      </ul>
      <section className="mt-8 border-t border-line pt-6" aria-labelledby="elsewhere">
        <h2 id="elsewhere" className="text-lg">
          Somewhere else
        </h2>
        <p className="mt-2 text-muted">
          Find A Helpline knows lines in many more countries.{' '}
          <a
            href="https://findahelpline.com/"
            rel="noreferrer external"
            className="inline-flex min-h-6 items-center gap-1 font-semibold text-primary underline underline-offset-4"
          >
            findahelpline.com
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
          </a>
        </p>
      </section>
      <p className="mt-8 text-xs text-muted">
        Checked on <time dateTime={checkedOn}>{formatDate(checkedOn)}</time>. Your country comes first by your browser’s
        language; nothing is sent anywhere.
      </p>
    </div>
  );
}

/** The region of the browser's language, read on the device and sent nowhere. */
function readCountry(): string | null {
  try {
    return new Intl.Locale(navigator.language).region ?? null;
  } catch {
    return null;
  }
}

const neverChanges = () => () => undefined;

/** Null while prerendered and at hydration, then the visitor's country where their language names one. */
const useVisitorCountry = (): string | null => useSyncExternalStore(neverChanges, readCountry, () => null);

/**
 * Runs before the first paint of the prerendered page and notes the country on `<html>`, so that the style sheet can put
 * its card first before React arrives: nothing moves under a finger on its way to a number.
 */
const noteCountryScript =
  "try{document.documentElement.dataset.country=new Intl.Locale(navigator.language).region||''}catch{}";

/** Lifts each country's card to the top on a page marked with that country. */
const countryFirstStyle = crisisCountries
  .map(({ code }) => `[data-country="${code}"] [data-crisis-country="${code}"]{order:-1}`)
  .join('');
