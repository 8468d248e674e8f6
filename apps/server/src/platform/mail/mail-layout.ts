import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement, type CSSProperties, type ReactNode } from 'react';
// `@react-email/render` only adds formatting to this, and installs Prettier for it.
import { renderToStaticMarkup } from 'react-dom/server';
import { blocksOfText, type MailBlock } from './blocks.ts';
import { readableOn } from './colors.ts';
import type { MailBrand } from './mail-brand.ts';
import type { Mail } from './mail.ts';

const light = {
  paper: '#fbf8f2',
  surface: '#ffffff',
  sunk: '#f3eee4',
  ink: '#1f2b26',
  muted: '#53625a',
  line: '#e2dacb',
  primary: '#2b6b5a',
  onPrimary: '#ffffff',
};
type Palette = typeof light;

const dark: Palette = {
  paper: '#111916',
  surface: '#18231f',
  sunk: '#0d1411',
  ink: '#e9efea',
  muted: '#a9b7af',
  line: '#2b3933',
  primary: '#7fcbb1',
  onPrimary: '#0c1f18',
};

const textFont = 'Figtree, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const headingFont = 'Fraunces, Georgia, "Times New Roman", serif';

/** Returns the colors of a community. The accent color is darkened or lightened until it is readable. */
function palettesOf(accentColor: string | undefined): { light: Palette; dark: Palette } {
  if (accentColor === undefined) return { light, dark };
  return {
    light: { ...light, primary: readableOn(light.paper, accentColor, '#000000') },
    dark: { ...dark, primary: readableOn(dark.surface, accentColor, '#ffffff') },
  };
}

/** The classes that dark mode and phones change. Everything else is inline, because some programs drop style sheets. */
const darkRules = (colors: Palette): string => `
  .page { background: ${colors.paper} !important; }
  .card { background: ${colors.surface} !important; border-color: ${colors.line} !important; }
  .ink { color: ${colors.ink} !important; }
  .muted { color: ${colors.muted} !important; }
  .line { border-color: ${colors.line} !important; }
  .quote { background: ${colors.sunk} !important; border-color: ${colors.primary} !important; color: ${colors.ink} !important; }
  .link { color: ${colors.primary} !important; }
  .button { background: ${colors.primary} !important; color: ${colors.onPrimary} !important; }
  .logo { background: ${light.paper} !important; }`;

const phoneRules = '@media (max-width: 480px) { .card { padding: 24px 16px 8px !important; } }';

export type Scheme = 'light' | 'dark';

export type LayoutOptions = {
  /** Address of the picture: part of the mail (`cid:`), or of a preview (`data:`). */
  pictureUrl: string | undefined;
  /** Always uses one scheme, for previews. By default the mail follows the reader's device. */
  scheme?: Scheme;
};

const element = createElement;

/** Renders a mail as HTML. React escapes all texts. */
export function renderMail(
  { subject, text, blocks = blocksOfText(text) }: Pick<Mail, 'subject' | 'text' | 'blocks'>,
  brand: MailBrand,
  { pictureUrl, scheme }: LayoutOptions,
): string {
  const palettes = palettesOf(brand.accentColor);
  const styles = stylesOf(palettes.light);
  const darkStyles = {
    light: '',
    dark: darkRules(palettes.dark),
    auto: `@media (prefers-color-scheme: dark) {${darkRules(palettes.dark)}\n}`,
  }[scheme ?? 'auto'];
  const html = element(
    Html,
    { lang: 'en', dir: 'ltr' },
    element(
      Head,
      null,
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: scheme ?? 'light dark' }),
      element('meta', { name: 'supported-color-schemes', content: scheme ?? 'light dark' }),
      element('title', null, subject),
      element('style', { dangerouslySetInnerHTML: { __html: `${phoneRules}\n${darkStyles}` } }),
    ),
    element(
      Body,
      { className: 'page', style: styles.page },
      element(Preview, null, previewTextOf(blocks)),
      element(
        Container,
        { className: 'page', style: styles.container },
        header(brand, pictureUrl, styles),
        element(
          Section,
          { className: 'card', style: styles.card },
          element('h1', { className: 'ink', style: styles.heading }, subject),
          ...blocks.map((block, index) => element('div', { key: index }, renderBlock(block, brand.publicUrl, styles))),
        ),
        footer(brand, styles),
      ),
    ),
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(html)}`;
}

function stylesOf(colors: Palette) {
  const text: CSSProperties = {
    margin: '0 0 16px',
    color: colors.ink,
    fontFamily: textFont,
    fontSize: 17,
    lineHeight: '26px',
    overflowWrap: 'anywhere',
  };
  return {
    page: { backgroundColor: colors.paper, margin: 0 },
    container: { maxWidth: 560, padding: '32px 16px', backgroundColor: colors.paper },
    name: { ...text, margin: 0, fontFamily: headingFont, fontSize: 20, fontWeight: 600, lineHeight: '24px' },
    icon: { display: 'inline-block', verticalAlign: 'middle', borderRadius: 8, marginInlineEnd: 12 },
    logo: { display: 'block', height: 40, width: 'auto', maxWidth: '100%', borderRadius: 8 },
    card: {
      backgroundColor: colors.surface,
      border: `1px solid ${colors.line}`,
      borderRadius: 16,
      padding: '32px 32px 16px',
    },
    heading: {
      margin: '0 0 16px',
      color: colors.ink,
      fontFamily: headingFont,
      fontSize: 25,
      fontWeight: 600,
      lineHeight: '31px',
      overflowWrap: 'anywhere',
    },
    text: { ...text, whiteSpace: 'pre-line' },
    quote: {
      ...text,
      whiteSpace: 'pre-line',
      backgroundColor: colors.sunk,
      borderInlineStart: `3px solid ${colors.primary}`,
      borderRadius: 4,
      padding: '12px 16px',
    },
    list: { ...text, paddingInlineStart: 24, paddingInlineEnd: 0, paddingTop: 0, paddingBottom: 0 },
    item: { margin: '0 0 8px' },
    link: { color: colors.primary, textDecoration: 'underline' },
    action: { ...text, margin: '24px 0' },
    button: {
      backgroundColor: colors.primary,
      color: colors.onPrimary,
      borderRadius: 10,
      fontFamily: textFont,
      fontSize: 17,
      fontWeight: 600,
      padding: '14px 24px',
    },
    footer: {
      ...text,
      color: colors.muted,
      fontSize: 13,
      lineHeight: '20px',
      margin: 0,
    },
    footerLink: { color: colors.muted, textDecoration: 'underline' },
    line: { borderColor: colors.line, borderStyle: 'solid', borderWidth: '1px 0 0', margin: '24px 0 16px' },
  } satisfies Record<string, CSSProperties>;
}
type Styles = ReturnType<typeof stylesOf>;

function renderBlock(block: MailBlock, publicUrl: string, styles: Styles): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return element(Text, { className: 'ink', style: styles.text }, ...withLinks(block.text, publicUrl, styles));
    case 'quote':
      return element('div', { className: 'quote', style: styles.quote }, block.text);
    case 'link':
      return element(
        Text,
        { className: 'ink', style: styles.text },
        element(Link, { href: block.url, className: 'link', style: styles.link }, block.label),
      );
    case 'button':
      return element(
        Text,
        { style: styles.action },
        element(Button, { href: block.url, className: 'button', style: styles.button }, block.label),
      );
    case 'list':
      return element(
        'ul',
        { className: 'ink', style: styles.list },
        ...block.items.map((item, index) => element('li', { key: index, style: styles.item }, item)),
      );
  }
}

/** Links the addresses of this community in a text. Other addresses may come from a stranger and stay plain. */
function withLinks(text: string, publicUrl: string, styles: Styles): ReactNode[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((part, index) =>
      part === publicUrl || part.startsWith(`${publicUrl}/`)
        ? element(Link, { key: index, href: part, className: 'link', style: styles.link }, part)
        : part,
    );
}

function header({ productName, picture }: MailBrand, pictureUrl: string | undefined, styles: Styles): ReactNode {
  const src = picture && pictureUrl;
  if (src !== undefined && picture?.kind === 'logo')
    return element(
      Section,
      { style: { paddingBottom: 24 } },
      element(Img, { src, alt: productName, height: 40, className: 'logo', style: styles.logo }),
    );
  return element(
    Section,
    { style: { paddingBottom: 24 } },
    element(
      Text,
      { className: 'ink', style: styles.name },
      src === undefined
        ? null
        : element(Img, { src, alt: '', width: 32, height: 32, style: { ...styles.icon, border: 0 } }),
      element('span', { style: { verticalAlign: 'middle' } }, productName),
    ),
  );
}

function footer({ productName, publicUrl, operator }: MailBrand, styles: Styles): ReactNode {
  const linkTo = (url: string, label: string) =>
    element(Link, { key: url, href: url, className: 'muted', style: styles.footerLink }, label);
  return element(
    Section,
    null,
    element(Hr, { className: 'line', style: styles.line }),
    ...operator.map((line) => element(Text, { key: line, className: 'muted', style: styles.footer }, line)),
    element(
      Text,
      { className: 'muted', style: { ...styles.footer, marginTop: operator.length > 0 ? 8 : 0 } },
      linkTo(publicUrl, productName),
      ' · ',
      linkTo(`${publicUrl}/crisis`, 'Get help now'),
    ),
  );
}

/** Returns the line that mail programs show beside the subject. */
const previewTextOf = (blocks: readonly MailBlock[]): string =>
  blocks
    .flatMap((block) => (block.type === 'list' ? block.items : 'text' in block ? [block.text] : []))
    .join(' ')
    .replaceAll('\n', ' ');

/** Returns the plain text of a mail, with the same end as its HTML. */
export const renderText = ({ text }: Pick<Mail, 'text'>, { productName, publicUrl, operator }: MailBrand): string =>
  `${text.trimEnd()}\n\n-- \n${[...operator, productName, publicUrl, `Get help now: ${publicUrl}/crisis`].join('\n')}\n`;
