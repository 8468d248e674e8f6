import { ExternalLink, Phone } from 'lucide-react';
import { use } from 'react';
import crisisScript from 'virtual:inline-script/crisis-page.ts';
import { DocumentContext, type PageHandle } from '../../lib/document.ts';
import { formatDate } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { InlineScript } from '../../ui/inline-script.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SharingHead, type SharingPicture } from '../../ui/sharing-head.tsx';
import { StaffedHours } from '../operator/index.ts';
import { CountryCard } from './country-card.tsx';
import { type CrisisCountry, crisisCountries as shippedCountries, telephoneUrl } from './crisis-lines.ts';

const headline = 'You do not have to get through this alone';

export const crisisPicture: SharingPicture = { name: 'crisis', alt: headline };

/** Its style sheet makes it appear a round trip earlier and look right without other files. */
export const handle: PageHandle = { isPlain: true, hasOwnStyle: true };

/** The crisis lines by country. */
export default function CrisisScreen() {
  const { crisisCountries = shippedCountries } = use(DocumentContext);
  return (
    <div className="mx-auto max-w-160 px-4 py-8 sm:px-6 md:py-12">
      <PageTitle>Get help now</PageTitle>
      <SharingHead
        path={paths.crisis}
        title="Get help now"
        description={`Crisis lines in ${crisisCountries.length} countries, by phone, text and chat. ${headline}.`}
        picture={crisisPicture}
      />
      <h1 className="text-2xl md:text-3xl">{headline}</h1>
      <div className="mt-4 rounded-card bg-primary-soft p-4 forced-colors:border md:p-6">
        <p className="font-semibold">If you are in immediate danger, call your local emergency number now.</p>
        <a
          hidden
          href={telephoneUrl('112')}
          data-emergency-call=""
          className={classNames(buttonClass('primary', 'large'), 'mt-4 w-full')}
        >
          <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
          <span>Call 112</span>
        </a>
        <CountrySelect countries={crisisCountries} />
        {/* Runs before the cards are parsed. */}
        <InlineScript code={crisisScript} />
      </div>
      <p className="mt-4 text-muted">
        The people who answer will listen. You do not need the right words, and you can call about someone else. If you
        cannot call yet,{' '}
        <a
          href={paths.selfHelpArticle('thoughts-of-suicide')}
          className="font-semibold text-primary underline underline-offset-4"
        >
          getting through the next hour
        </a>{' '}
        has small steps.
      </p>
      <ul data-countries="" className="mt-6 flex flex-col gap-4">
        {crisisCountries.map((country) => (
          <CountryCard key={country.code} country={country} />
        ))}
      </ul>
      <section id="elsewhere" className="mt-8" aria-labelledby="elsewhere-title">
        <h2 id="elsewhere-title" className="text-lg">
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
      <p className="mt-8 text-muted">
        Worried about something in this community?{' '}
        <a href={paths.reportConcern} className="font-semibold text-primary underline underline-offset-4">
          Report a concern
        </a>
      </p>
      <StaffedHours className="mt-8 border-t border-line pt-6 text-muted" />
      <Sources countries={crisisCountries} />
    </div>
  );
}

/** Select for the country. It needs JavaScript: without it, countries are listed by name. */
const CountrySelect = ({ countries }: { countries: readonly CrisisCountry[] }) => (
  <div className="mt-4 noscript:hidden">
    <Select
      label="Your country"
      className="min-h-12"
      data-country-choice=""
      data-emergency-numbers={JSON.stringify(
        Object.fromEntries(countries.map(({ code, emergencyNumber }) => [code, emergencyNumber])),
      )}
      options={[
        { value: 'elsewhere', label: 'Another country' },
        ...countries.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
    <p role="status" data-country-chosen="" className="sr-only" />
    <a href="#elsewhere" className="inline-flex min-h-12 items-center text-sm text-ink underline underline-offset-4">
      My country is not listed
    </a>
  </div>
);

const Sources = ({ countries }: { countries: readonly CrisisCountry[] }) => (
  <section className="mt-8 border-t border-line pt-6 text-xs text-muted" aria-labelledby="sources">
    <h2 id="sources" className="font-text font-semibold tracking-normal text-ink">
      Where these numbers come from
    </h2>
    <p className="mt-2">
      We checked each number against a saved copy of the line’s own page, or of a public authority’s, on the date shown.
      We did not call.
    </p>
    <ul className="mt-2 flex flex-col gap-1">
      {countries.flatMap(({ name: country, lines }) =>
        lines.map(({ name, source }) => (
          <li key={`${country} ${name} ${source.url}`}>
            {name}, {country}:{' '}
            <a
              href={source.url}
              rel="noreferrer external"
              className="inline-flex min-h-6 items-center underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {source.name}
            </a>
            , {source.basis}, <time dateTime={source.checkedOn}>{formatDate(source.checkedOn)}</time>
          </li>
        )),
      )}
    </ul>
    <p className="mt-4">
      Most emergency numbers come from published lists. If a country has several, we usually show the one for an
      ambulance. Your country comes first, based on your browser’s language or your choice. Nothing is sent anywhere.
    </p>
  </section>
);
