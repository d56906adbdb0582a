"""The Spark side of the Spark engine: a small PySpark program that carries out a plan made by Likewise.

``likewise find --engine spark`` submits it. Documents become shingle sets and band keys in the kernel, batch by batch
(``sketch``); the rest is joins and groups: numbering (``records``), equal documents (``copies``), candidates (``candidates``),
verification (``verify``), connected components (``components``) and survivors (``survivors``).
"""
