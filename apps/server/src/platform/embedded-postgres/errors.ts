import { OperatorError } from '../operator-error.ts';

/** Another server holds the data directory. `holderPid` is null if the process is unknown. */
export class DataDirectoryInUseError extends OperatorError {
  override name = 'DataDirectoryInUseError';

  constructor(directory: string, holderPid: number | null) {
    const holder = holderPid === null ? 'another process' : `another server, process ${holderPid}`;
    const remedy =
      holderPid === null ? 'Stop it first' : `Stop it first, with Ctrl-C in its terminal or with: kill ${holderPid}`;
    super(
      `The data directory "${directory}" is in use by ${holder}. ${remedy}. To run a second server, set DATA_DIR to another folder.`,
    );
  }
}

const explanationsByCode: Readonly<Record<string, (directory: string) => string>> = {
  EACCES: (directory) =>
    `The folder "${directory}" cannot be written by this user. Give this user the folder, or set DATA_DIR to one it owns.`,
  EPERM: (directory) =>
    `The folder "${directory}" cannot be written by this user. Give this user the folder, or set DATA_DIR to one it owns.`,
  EROFS: (directory) =>
    `The folder "${directory}" is on a read-only disk. Set DATA_DIR to a folder that can be written.`,
  ENOSPC: (directory) => `The disk that holds "${directory}" is full. Free some space and start again.`,
  EDQUOT: (directory) => `The disk quota for "${directory}" is used up. Free some space and start again.`,
  ENOTDIR: (directory) => `A part of the path "${directory}" is a file. Set DATA_DIR to a folder.`,
  EEXIST: (directory) => `"${directory}" is a file. Set DATA_DIR to a folder.`,
};

/** Converts a file system error below `directory` into an explanation. Returns other errors unchanged. */
export function explainFileError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const explain = explanationsByCode[error.code];
  return explain === undefined ? error : new OperatorError(explain(directory), { cause: error });
}
