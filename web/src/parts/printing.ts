import { useLayoutEffect, useState } from 'preact/hooks'

/** Whether the page is being printed, so that it shows what is otherwise scrolled. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useLayoutEffect(() => {
    const [before, after] = [() => setPrinting(true), () => setPrinting(false)]
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
