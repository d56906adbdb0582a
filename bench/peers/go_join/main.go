// The Go implementation of SetSimilaritySearch: all pairs of a .sets file. Usage: FILE THRESHOLD REPETITIONS
// It stops repeating after 20 seconds. Elements are whole numbers, which its newest transform takes as they are. GOMAXPROCS says how many cores it has.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	search "github.com/ekzhu/go-set-similarity-search"
)

func main() {
	threshold, err := strconv.ParseFloat(os.Args[2], 64)
	check(err)
	repetitions, err := strconv.Atoi(os.Args[3])
	check(err)
	began := time.Now()
	raw := read(os.Args[1])
	readSeconds := time.Since(began).Seconds()
	joins := []float64{}
	count := 0
	for range repetitions {
		if time.Since(began).Seconds() > 20 {
			break
		}
		start := time.Now()
		sets, _ := search.FrequencyOrderTransform(raw)
		pairs, err := search.AllPairs(sets, "jaccard", threshold)
		check(err)
		count = 0
		for range pairs {
			count++
		}
		joins = append(joins, time.Since(start).Seconds())
	}
	report, err := json.Marshal(map[string]any{
		"peer": "go-set-similarity-search", "sets": len(raw), "pairs": count, "readSeconds": readSeconds, "joinSeconds": joins,
	})
	check(err)
	fmt.Println(string(report))
}

func read(path string) [][]int {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(make([]byte, 1<<20), 1<<30)
	sets := [][]int{}
	for scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		set := make([]int, len(fields))
		for i, field := range fields {
			set[i], err = strconv.Atoi(field)
			check(err)
		}
		sets = append(sets, set)
	}
	check(scanner.Err())
	return sets
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
