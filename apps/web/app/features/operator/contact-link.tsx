const linkClass = 'text-ink underline underline-offset-4 wrap-anywhere';

/** Returns the address of a contact: of an email address, a web address or a phone number. Undefined for other texts. */
function contactUrl(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact;
  if (/^[^\s@:/?&]+@[^\s@:/?&]+\.[^\s@:/?&]+$/.test(contact)) return `mailto:${contact}`;
  return /^\+?[\d ()-]{5,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined;
}

/** The contact of the operator, as a link if it is an address or a number. */
export function ContactLink({ contact }: { contact: string }) {
  const href = contactUrl(contact);
  return href === undefined ? (
    contact
  ) : (
    <a
      href={href}
      rel={href.startsWith('http') ? 'noreferrer external' : undefined}
      className={`${linkClass} inline-flex min-h-6 items-center pointer-coarse:min-h-11`}
    >
      {contact}
    </a>
  );
}
