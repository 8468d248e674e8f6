import { z } from 'zod';
import { cleanLine, cleanText, countCharacters, isBlank, maxCodePointsPerGrapheme } from './text.ts';

/**
 * A UUID v7 created by the application: sortable by time and hard to guess. Converted to lower case, because ids are
 * compared as text.
 */
export const id = z.uuid().toLowerCase();

/** ISO 8601, UTC, with milliseconds and `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Keyset pagination. `limit`: 1 to 100, default 20. `cursor`: opaque, from the `Link` header of the previous page. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

export const idParams = z.strictObject({ id });

/** Rejects NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode. */
const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);
const notStorable = 'This text has characters that cannot be stored';

const tooLong = (maxCharacters: number) => `Please keep it within ${maxCharacters.toLocaleString('en')} characters`;

// Zod's `max` counts code points, as `maxLength` of JSON Schema does.
const limitedLine = (text: z.ZodString, maxCharacters: number) =>
  text
    .max(maxCharacters, tooLong(maxCharacters))
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Line breaks and control characters are not allowed here')
    .refine(isStorable, notStorable);

/** A single-line text, cleaned by `cleanLine`. Rejects control characters. */
export const singleLine = (maxCharacters: number) => limitedLine(z.string().overwrite(cleanLine), maxCharacters);

/** A web address. It is trimmed but not cleaned; characters that hide its target are rejected. */
export const addressLine = (maxCharacters: number) =>
  limitedLine(
    z
      .string()
      .trim()
      .overwrite((text) => (isBlank(text) ? '' : text)),
    maxCharacters,
  );

/** A text of any number of lines, cleaned by `cleanText`. May be empty. */
export const textLines = (maxCharacters: number) =>
  z.string().overwrite(cleanText).max(maxCharacters, tooLong(maxCharacters)).refine(isStorable, notStorable);

/** A required text of one or more lines. */
export const multiLine = (maxCharacters: number) => textLines(maxCharacters).min(1, 'Please write something first');

const fits = (maxCharacters: number) => (text: string) => countCharacters(text, 'graphemes') <= maxCharacters;

/** A single-line text whose limit counts grapheme clusters. */
export const graphemeLine = (maxCharacters: number) =>
  singleLine(maxCharacters * maxCodePointsPerGrapheme).refine(fits(maxCharacters), tooLong(maxCharacters));

/** A text of any number of lines whose limit counts grapheme clusters. */
export const graphemeText = (maxCharacters: number) =>
  textLines(maxCharacters * maxCodePointsPerGrapheme).refine(fits(maxCharacters), tooLong(maxCharacters));

const emptyToNull = (text: string): string | null => (text === '' ? null : text);

/** An optional single-line text. An empty text becomes null. */
export const optionalLine = (maxCharacters: number) => singleLine(maxCharacters).transform(emptyToNull);

/** An optional text of any number of lines. An empty text becomes null. */
export const optionalText = (maxCharacters: number) => textLines(maxCharacters).transform(emptyToNull);

const webUrl = z.url({ protocol: /^https?$/ });

/** Returns whether the text is an http or https address without a user name or password. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) && webUrl.safeParse(text).success;

export const isHttpsAddress = (text: string): boolean => /^https:/i.test(text) && isWebAddress(text);

export const httpsRequired = { error: 'Please enter an address that begins with https://' };

/** An optional http or https link. An empty text becomes null. */
export const optionalLink = (maxCharacters: number) =>
  addressLine(maxCharacters)
    .refine(
      (text) => text === '' || isWebAddress(text),
      'Please enter a web address that begins with https:// or http://',
    )
    .transform(emptyToNull);

/** A field that may be omitted or null. Null becomes undefined. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/** A field that may be omitted or null, and then has the default value. */
export const fieldWithDefault = <Value extends boolean | number | string>(schema: z.ZodType<Value>, value: Value) =>
  schema.nullish().transform((given) => given ?? value);

/** An email address, trimmed and in lower case. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address'));

/** The access code of a gated page, not trimmed: one of the codes is compared exactly. */
export const accessCode = z.string().min(1, 'Please enter the access code').max(200);

/** The IANA name of a time zone, such as "Europe/Berlin". Offsets are rejected: the meaning of their sign differs. */
export const timeZone = z
  .string()
  .refine((name) => /^[A-Za-z][\w/+-]{0,63}$/.test(name) && isTimeZone(name), 'is not the name of a time zone');

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
