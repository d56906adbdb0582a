/// <reference types="node" />
import { LikewiseError, UnwritableOutput } from '../model/errors.js'

/** Translates a system error about a file that cannot be written, and adds a hint; other errors are returned unchanged. */
export function writeFault(path: string, error: unknown): unknown {
  if (error instanceof LikewiseError) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new UnwritableOutput(path, 'its folder does not exist', 'create the folder first')
    case 'ENOTDIR':
      return new UnwritableOutput(path, 'part of its path is not a folder', 'check the path')
    case 'EISDIR':
      return new UnwritableOutput(path, 'it is a folder', 'name a file in it')
    case 'EACCES':
    case 'EPERM':
      return new UnwritableOutput(path, 'permission denied', 'write to another folder')
    case 'EROFS':
      return new UnwritableOutput(path, 'its folder is on a read-only disk', 'write to another folder')
    case 'ENOSPC':
    case 'EDQUOT':
      return new UnwritableOutput(
        path,
        'no space left on the disk',
        'free some space, or write to another disk',
      )
    case 'EFBIG':
      return new UnwritableOutput(path, 'it is too large for its disk', 'write to another disk')
    case 'ENAMETOOLONG':
      return new UnwritableOutput(path, 'its name is too long', 'use a shorter name')
    case 'EIO':
      return new UnwritableOutput(path, 'the disk failed while it was being written', 'check the disk')
    default:
      return error
  }
}
