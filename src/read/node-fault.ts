/// <reference types="node" />
import { LikewiseError, UnreadableInput } from '../model/errors.js'

/** Translates a system error about a file that cannot be read, and adds a hint; other errors are returned unchanged. */
export function readFault(name: string, error: unknown): unknown {
  if (error instanceof LikewiseError) return error
  const code = (error as NodeJS.ErrnoException).code
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new UnreadableInput(name, 'no such file', 'check the path')
    case 'EACCES':
    case 'EPERM':
      return new UnreadableInput(name, 'permission denied', 'check its permissions')
    case 'EISDIR':
      return new UnreadableInput(name, 'it is a folder', 'name the files in it')
    case 'ELOOP':
      return new UnreadableInput(name, 'its symbolic links form a loop', 'fix the links')
    case 'EMFILE':
    case 'ENFILE':
      return new UnreadableInput(name, 'too many files are open', 'raise the limit (ulimit -n)')
    case 'EIO':
      return new UnreadableInput(name, 'a disk error occurred while it was being read', 'check the disk')
    case 'ENAMETOOLONG':
      return new UnreadableInput(name, 'the name is too long', 'check the path')
    case 'Z_BUF_ERROR':
      return new UnreadableInput(name, 'the gzip data is truncated', 'copy or download it again')
    case 'Z_DATA_ERROR':
      return new UnreadableInput(name, 'it is not a gzip file, or it is damaged', 'copy or download it again')
    default:
      return error
  }
}

/** The same for the folder of temporary files. */
export function spoolFault(folder: string, error: unknown): unknown {
  if (error instanceof LikewiseError) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new UnreadableInput(
      folder,
      'no space is left for temporary files',
      'free some space, or use another folder',
    )
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOENT' || code === 'ENOTDIR') {
    return new UnreadableInput(
      folder,
      'temporary files cannot be written there',
      'use an existing folder that you can write to',
    )
  }
  return error
}
