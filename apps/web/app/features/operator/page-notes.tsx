import type { Operator } from '@commons/contract/rendered-pages';
import { type ReactNode, use, useId } from 'react';
import { DocumentContext } from '../../lib/document.ts';
import { ContactLink } from './contact-link.tsx';

const useOperator = (): Operator => use(DocumentContext).operator ?? {};

/** Who runs the community and how to reach them. Renders nothing until an admin has entered something. */
export function OperatorDetails({ className = '' }: { className?: string }) {
  const titleId = useId();
  const { name, address, contact, responsiblePerson } = useOperator();
  const rows: [label: string, value: ReactNode][] = [];
  if (name !== undefined) rows.push(['Name', name]);
  if (address !== undefined) rows.push(['Address', address]);
  if (contact !== undefined) rows.push(['Contact', <ContactLink key="contact" contact={contact} />]);
  if (responsiblePerson !== undefined) rows.push(['Responsible for the content', responsiblePerson]);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={`rounded-card border border-line bg-surface p-4 md:p-6 ${className}`}>
      <h2 id={titleId} className="text-lg">
        Who runs this community
      </h2>
      <dl className="mt-3 flex flex-col gap-3 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** When people read reports. Renders nothing until an admin has entered the hours. */
export function StaffedHours({ className = '' }: { className?: string }) {
  const { staffedHours } = useOperator();
  if (staffedHours === undefined) return null;
  return (
    <div className={className}>
      <p className="font-semibold text-ink">People read reports here at these times:</p>
      <p className="whitespace-pre-line wrap-anywhere">{staffedHours}</p>
    </div>
  );
}

/** One line about the operator, for the footer of public pages. */
export function RunBy({ className = '' }: { className?: string }) {
  const { name, contact } = useOperator();
  if (name === undefined && contact === undefined) return null;
  return (
    <p className={`wrap-anywhere ${className}`}>
      {name !== undefined && `Run by ${name}`}
      {name !== undefined && contact !== undefined && ' · '}
      {contact !== undefined && (
        <>
          {name === undefined && 'Contact: '}
          <ContactLink contact={contact} />
        </>
      )}
    </p>
  );
}
