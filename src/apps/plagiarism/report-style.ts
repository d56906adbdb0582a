/** The look of the report: two columns on a wide screen, one on a narrow one; light and dark. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .7rem .2rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
meter { width: 5rem; }
section { border-top: 2px solid var(--line); margin-top: 2rem; }
.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
.sides > div { min-width: 0; }
h2, h3 { overflow-wrap: anywhere; }
h3 small { font-weight: normal; opacity: .7; }
pre { border: 1px solid var(--line); font: 13px/1.5 ui-monospace, monospace; margin: 0; max-height: 36rem; overflow: auto; overflow-wrap: anywhere; padding: .7rem; white-space: pre-wrap; }
pre a { border-radius: 2px; color: inherit; text-decoration: none; }
pre a:target { outline: 2px solid; }
pre i { opacity: .6; }
.c0 { background: #f9c80e66; } .c1 { background: #43bccd66; } .c2 { background: #ea354655; }
.c3 { background: #66c15a66; } .c4 { background: #b980f066; } .c5 { background: #f7934066; }
figure { margin: 1.5rem 0; max-width: 40rem; }
svg { display: block; width: 100%; }
svg rect { fill: #43bccd; } svg line { stroke: #ea3546; stroke-width: 2; } svg text { fill: currentColor; font: 12px system-ui, sans-serif; }
figcaption { opacity: .8; }
.note { border-top: 1px solid var(--line); margin-top: 2rem; opacity: .8; }
`
