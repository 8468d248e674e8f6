import { createOTP } from '@better-auth/utils/otp';

/** Returns the current code of an authenticator app with this Base32 key. */
export const codeOf = (key: string): Promise<string> => createOTP(new TextDecoder().decode(fromBase32(key))).totp();

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
