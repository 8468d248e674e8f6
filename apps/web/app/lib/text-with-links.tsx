import Linkify from 'linkify-react';
import type { Opts } from 'linkifyjs';

const options: Opts = {
  // Only addresses that say http(s) themselves: no mail addresses, no guessing at "example.com".
  validate: (value, type) => type === 'url' && /^https?:\/\//i.test(value),
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  className: 'text-primary underline underline-offset-2',
};

const TextWithLinks = ({ text }: { text: string }) => (
  <Linkify as="span" options={options}>
    {text}
  </Linkify>
);

export default TextWithLinks;
