import { ExternalLink, Phone } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatDate } from '../../lib/locale.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { checkedOn, CountryCard, crisisCountries, type CrisisCountry, telephone } from './country-card.tsx';

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
      <div className="mt-4 rounded-card bg-primary-soft p-4 forced-colors:border md:p-6">
        <p className="font-semibold">If you are in immediate danger, call your local emergency number now.</p>
        {crisisCountries.map(({ code, emergencyNumber }) => (
          <EmergencyCall key={code} code={code} number={emergencyNumber} />
        ))}
      </div>
      <p className="mt-4 text-muted">
        The people who answer these lines will listen. You do not need the right words, and you may call about someone
        else.
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {countries.map((entry) => (
          <CountryCard key={entry.code} country={entry} />
        ))}
      </ul>
      <section className="mt-8" aria-labelledby="elsewhere">
        <h2 id="elsewhere" className="text-lg">
          Somewhere else
        </h2>
        <p className="mt-2 text-muted">Find A Helpline lists lines in many more countries.</p>
        <a
          href="https://findahelpline.com/"
          rel="noreferrer external"
          className="inline-flex min-h-12 items-center gap-1 font-semibold text-primary underline underline-offset-4"
        >
          findahelpline.com
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </section>
      <Sources countries={countries} />
    </div>
  );
}

/** The first thing to press, for one country: shown to visitors from there alone. */
function EmergencyCall({ code, number }: { code: string; number: string }) {
  return (
    <a
      href={telephone(number)}
      data-emergency-call={code}
      className={classNames(buttonClass('primary', 'large'), 'mt-4 w-full')}
    >
      <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
      Call {number}
    </a>
  );
}

function Sources({ countries }: { countries: readonly CrisisCountry[] }) {
  return (
    <section className="mt-8 border-t border-line pt-6 text-xs text-muted" aria-labelledby="sources">
      <h2 id="sources" className="font-text font-semibold tracking-normal text-ink">
        Where these numbers come from
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {countries.flatMap(({ name: country, lines }) =>
          lines.map(({ name, source }) => (
            <li key={`${country} ${name}`}>
              {name}, {country}:{' '}
              <a
                href={source.url}
                rel="noreferrer external"
                className="inline-flex min-h-6 items-center underline underline-offset-4 pointer-coarse:min-h-11"
              >
                {source.name}
              </a>
            </li>
          )),
        )}
      </ul>
      <p className="mt-4">
        Checked on <time dateTime={checkedOn}>{formatDate(checkedOn)}</time>. Your country comes first by your browser’s
        language; nothing is sent anywhere.
      </p>
    </section>
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

/**
 * What is different for the visitor's own country on a page marked with it: its emergency number in the banner and not
 * again on its card, which comes first, and the first way to reach somebody as the one to take.
 */
const countryFirstStyle = [
  '[data-emergency-call]{display:none}',
  ...crisisCountries.map(({ code }) => {
    const page = `[data-country="${code}"]`;
    const card = `${page} [data-crisis-country="${code}"]`;
    return [
      `${page} [data-emergency-call="${code}"]{display:flex}`,
      `${card}{order:-1}`,
      `${card} [data-emergency]{display:none}`,
      `${card} [data-first-way]{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}`,
      `${card} [data-first-way]:hover{background:var(--primary-strong)}`,
    ].join('');
  }),
].join('');
