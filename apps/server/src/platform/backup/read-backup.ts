import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../operator-error.ts';
import { type ArchivedFile, explainArchiveError, readArchive } from './archive.ts';
import { backupFormat, classifyFile, formatFileName, type Manifest, manifestSchema, tableFile } from './manifest.ts';

/**
 * Reads a complete backup, passes each file to `onFile`, and verifies that no file is missing.
 * @throws OperatorError if the backup is incomplete, not a backup, or from an unknown version.
 */
export async function readBackup(
  file: string,
  identities: readonly string[],
  onFile: (file: ArchivedFile) => Promise<void> = discardContent,
): Promise<Manifest> {
  try {
    const names = new Set<string>();
    let mediaFiles = 0;
    let manifest: Manifest | undefined;
    for await (const archived of readArchive(file, identities)) {
      if (names.size === 0 && archived.name !== formatFileName)
        throw new OperatorError(`${file} is not a backup of this application. Nothing was changed.`);
      const kind = classifyFile(archived.name)?.kind;
      if (!kind) throw new OperatorError(unknownFileMessage(file, archived.name));
      // A million names of media would need too much memory.
      if (kind === 'media') mediaFiles += 1;
      else names.add(archived.name);
      if (kind === 'manifest') manifest = parseManifest(await readText(archived), file);
      else if (kind === 'format') assertFormat(await readText(archived), file);
      else await onFile(archived);
    }
    const isComplete =
      manifest?.media.files === mediaFiles && manifest.tables.every(({ name }) => names.has(tableFile(name)));
    if (!manifest || !isComplete)
      throw new OperatorError(
        `${file} is not a complete backup: it is truncated or was modified. Nothing was changed.`,
      );
    return manifest;
  } catch (error) {
    throw explainArchiveError(error, file);
  }
}

const unknownFileMessage = (file: string, name: string): string =>
  `${file} contains a file that this version does not know: ${name}. Nothing was changed.`;

const discardContent = ({ content }: ArchivedFile): Promise<void> => finished(Readable.from(content).resume());

async function readText({ content }: ArchivedFile): Promise<string> {
  return Buffer.concat(await Array.fromAsync(content)).toString();
}

function assertFormat(text: string, file: string): void {
  if (text.trim() !== String(backupFormat))
    throw new OperatorError(
      `${file} was written by a later version of the application in an unknown format. Install that version. Nothing was changed.`,
    );
}

function parseManifest(text: string, file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new OperatorError(`${file} is not a complete backup: its manifest cannot be read. Nothing was changed.`, {
      cause: error,
    });
  }
}
