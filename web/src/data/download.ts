/** Offers a text to the reader as a file download. */
export function download(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: 'application/x-ndjson' }))
}

/** Offers bytes to the reader as a file download. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
