import type { ContentsTask } from './contents/contents-task.js'
import type { SetTask } from './join/join-task.js'
import type { DocumentTask, Task } from './tasks.js'
import type { Thread } from './threads/thread.js'

/** The kind of tasks that a thread is loaded for. */
export type TaskGroup = 'documents' | 'sets' | 'contents'

/** Runs one task, in a worker or in the main thread. */
export type RunTask = (task: Task, thread: Thread) => object

/** Loads the code for a group of tasks. A thread that only joins sets starts faster without the rest. */
export async function loadTasks(group: TaskGroup): Promise<RunTask> {
  if (group === 'sets') {
    const { runSetTask } = await import('./join/join-task.js')
    return (task, thread) => runSetTask(task as SetTask, thread)
  }
  if (group === 'contents') {
    const { runContentsTask } = await import('./contents/contents-task.js')
    return (task, thread) => [runContentsTask(task as ContentsTask, thread)]
  }
  const { runDocumentTask } = await import('./run-document-task.js')
  return (task, thread) => runDocumentTask(task as DocumentTask, thread)
}

export function groupOf({ kind }: Task): TaskGroup {
  if (kind === 'contents') return kind
  return kind === 'join' || kind === 'top' ? 'sets' : 'documents'
}
