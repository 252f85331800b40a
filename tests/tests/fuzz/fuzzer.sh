#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in -h) exit ;; -o) out=$2 ;; -M | -S) role=$2 ;; -V) seconds=$2 ;; --) break ;; esac
    shift
done
mkdir -p $out/$role
if [ $role = main2 ]; then sleep $seconds; exit; fi
{
    echo '# relative_time, corpus_count, map_size, saved_crashes, saved_hangs, execs_per_sec, total_execs, edges_found'
    echo '5, 31, 12.50%, 2, 1, 2600.53, 1234567, 910'
} > $out/$role/plot_data
sleep $seconds
