import { Globe, type LucideIcon, MessageSquareText, Phone } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { type CrisisCountry, type CrisisLine, toDialableNumber, telephoneUrl } from './crisis-lines.ts';

const contactLinkClass =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-field bg-surface px-4 font-semibold text-ink transition-colors hover:bg-primary-soft';

export function CountryCard({ country }: { country: CrisisCountry }) {
  return (
    <Card as="li" data-crisis-country={country.code}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">{country.name}</h2>
        <a
          href={telephoneUrl(country.emergencyNumber)}
          data-emergency=""
          className="-my-2 inline-flex min-h-12 items-center gap-2 font-semibold text-ink underline underline-offset-4"
        >
          <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
          Emergency {country.emergencyNumber}
        </a>
      </div>
      <ul className="mt-3 flex flex-col gap-6">
        {country.lines.map((line, index) => (
          <CrisisLineItem key={`${line.name} ${line.call}`} line={line} isFirst={index === 0} />
        ))}
      </ul>
    </Card>
  );
}

type CrisisLineItemProps = {
  line: CrisisLine;
  isFirst: boolean;
  /** Opens links to other sites in a new tab, on pages that must stay open. */
  newTabProps?: { target: '_blank' };
};

/** A crisis line with its name, hours and contact links. */
export function CrisisLineItem({ line, isFirst, newTabProps }: CrisisLineItemProps) {
  return (
    <li>
      <p className="font-semibold">{line.name}</p>
      <p className="text-sm text-muted">
        {line.hours} · {line.languages}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {contactsOf(line).map(({ icon: Icon, label, href }, index) => (
          <a
            key={href}
            href={href}
            rel={href.startsWith('https:') ? 'noreferrer external' : undefined}
            target={href.startsWith('https:') ? newTabProps?.target : undefined}
            data-first-way={isFirst && index === 0 ? '' : undefined}
            className={contactLinkClass}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {label}
          </a>
        ))}
      </div>
    </li>
  );
}

type Contact = { icon: LucideIcon; label: string; href: string };

/** Returns the contact links of a line, fastest first. */
function contactsOf({ call, text, chatUrl }: CrisisLine): Contact[] {
  const contacts: Contact[] = [];
  if (call !== undefined) contacts.push({ icon: Phone, label: `Call ${call}`, href: telephoneUrl(call) });
  if (text !== undefined) {
    const { to, word } = text;
    contacts.push({
      icon: MessageSquareText,
      label: word === undefined ? `Text ${to}` : `Text ${word} to ${to}`,
      href: `sms:${toDialableNumber(to)}${word === undefined ? '' : `?body=${encodeURIComponent(word)}`}`,
    });
  }
  if (chatUrl !== undefined) contacts.push({ icon: Globe, label: 'Chat online', href: chatUrl });
  return contacts;
}
